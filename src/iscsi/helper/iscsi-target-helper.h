/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_HELPER_H
#define ISCSI_TARGET_HELPER_H

#include "ns3/attribute.h"
#include "ns3/block-device.h"
#include "ns3/iscsi-target.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/scsi-device.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Puts iSCSI targets on nodes.
 */
class IscsiTargetHelper
{
  public:
    /**
     * @param targetName name of the targets, an iqn., eui. or naa. name
     */
    explicit IscsiTargetHelper(const std::string& targetName);

    /**
     * Set an attribute of the targets: text keys, TCP settings, pings, command window.
     *
     * @param name attribute of IscsiTarget
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the processor that each target gets.
     *
     * @param name attribute of IscsiHostCost
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetHostCostAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Put a target on a node.
     *
     * @param node the node
     * @param device the device behind the target
     * @return the target
     */
    Ptr<IscsiTarget> Install(Ptr<Node> node, Ptr<ScsiDevice> device) const;

    /**
     * Put a target with disks on a node: a ScsiDisk for each, with the LUNs 0, 1 and so on.
     *
     * @param node the node
     * @param disks the block devices behind the target
     * @return the target
     * @throw UserError if there are more than 16384
     */
    Ptr<IscsiTarget> InstallDisks(Ptr<Node> node, const std::vector<Ptr<BlockDevice>>& disks) const;

  private:
    ObjectFactory m_factory;         //!< makes the targets
    ObjectFactory m_hostCostFactory; //!< makes their processors
};

} // namespace ns3

#endif /* ISCSI_TARGET_HELPER_H */
