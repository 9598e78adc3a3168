/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_HELPER_H
#define ISCSI_INITIATOR_HELPER_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Puts iSCSI initiators on nodes.
 */
class IscsiInitiatorHelper
{
  public:
    /**
     * @param remote address of the target portal, with a port or without
     * @param targetName name of the target, an iqn., eui. or naa. name
     */
    IscsiInitiatorHelper(const Address& remote, const std::string& targetName);

    /**
     * Set an attribute of the initiators: text keys, TCP settings, pings.
     *
     * @param name attribute of IscsiInitiator
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the processor that each initiator gets.
     *
     * @param name attribute of IscsiHostCost
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetHostCostAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Put an initiator on a node.
     *
     * @param node the node
     * @return the initiator
     */
    Ptr<IscsiInitiator> Install(Ptr<Node> node) const;

    /**
     * Put an initiator on each of several nodes.
     *
     * @param nodes the nodes
     * @return the initiators
     */
    ApplicationContainer Install(NodeContainer nodes) const;

  private:
    ObjectFactory m_factory;         //!< makes the initiators
    ObjectFactory m_hostCostFactory; //!< makes their processors
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_HELPER_H */
