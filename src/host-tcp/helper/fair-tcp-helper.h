/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAIR_TCP_HELPER_H
#define FAIR_TCP_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp
 *
 * Lets the TCP connections of hosts share their control blocks (RFC 9040). A host without a
 * TcpHostSocketFactory gets one of ns-3's own sockets. Applications of these
 * hosts take part whose Protocol is ns3::TcpHostSocketFactory. Both ends need it if both send.
 */
class FairTcpHelper
{
  public:
    FairTcpHelper();

    /**
     * Set an attribute of what the connections of a host share.
     *
     * @param name attribute of TcpControlBlockSharing
     * @param value its value
     */
    void SetSharingAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an option of the sockets, such as EnsembleSharing, which is true without this.
     *
     * @param name one of GetTcpSettings
     * @param value its value
     */
    void SetTcpOption(const std::string& name, const AttributeValue& value);

    /**
     * @param hosts nodes with TCP, and without sharing yet
     */
    void Install(const NodeContainer& hosts) const;

  private:
    ObjectFactory m_sharing;                                    //!< makes what is shared
    std::map<std::string, Ptr<const AttributeValue>> m_options; //!< of the sockets
};

} // namespace ns3

#endif /* FAIR_TCP_HELPER_H */
