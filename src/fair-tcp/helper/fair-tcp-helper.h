/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAIR_TCP_HELPER_H
#define FAIR_TCP_HELPER_H

#include "ns3/attribute.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup fair-tcp
 *
 * Lets the TCP connections of hosts share their control blocks (RFC 9040). Applications of these
 * hosts take part whose Protocol is ns3::TcpSharingSocketFactory. Both ends need it if both send.
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
     * Set an attribute of what makes the sockets.
     *
     * @param name attribute of TcpSharingSocketFactory
     * @param value its value
     */
    void SetFactoryAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param hosts nodes with TCP, and without sharing yet
     */
    void Install(const NodeContainer& hosts) const;

  private:
    ObjectFactory m_sharing;       //!< makes what is shared
    ObjectFactory m_socketFactory; //!< makes what makes sockets
};

} // namespace ns3

#endif /* FAIR_TCP_HELPER_H */
