/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_WORKLOAD_HELPER_H
#define BLOCK_WORKLOAD_HELPER_H

#include "ns3/application-container.h"
#include "ns3/block-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Installs workloads on nodes.
 */
class BlockWorkloadHelper
{
  public:
    /**
     * @param typeId the workload's class: ns3::SyntheticWorkload or ns3::TraceWorkload
     */
    explicit BlockWorkloadHelper(const std::string& typeId);

    /**
     * Set an attribute of the workloads installed from now on.
     *
     * @param name the attribute
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Install one workload that spreads its requests over devices.
     *
     * @param node the node that issues the requests
     * @param devices the devices
     * @return the workload
     * @throw UserError naming the attribute, or the file and line, that is wrong
     */
    ApplicationContainer Install(Ptr<Node> node,
                                 const std::vector<Ptr<BlockDevice>>& devices) const;

  private:
    ObjectFactory m_factory; //!< makes the workloads
};

} // namespace ns3

#endif /* BLOCK_WORKLOAD_HELPER_H */
