/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_SOCKET_FACTORY_H
#define SAN_SOCKET_FACTORY_H

#include "ns3/iscsi-tcp-settings.h"
#include "ns3/node.h"
#include "ns3/socket-factory.h"

#include <map>
#include <string>

namespace ns3
{

class SanOptions;

/**
 * @ingroup san
 *
 * Makes TCP sockets of a host as the options of iscsi-san say, for applications that have a socket
 * factory (Protocol) but no TCP options of their own. The sockets that a listening one accepts are
 * set up by SetUpAcceptedSocket.
 */
class SanSocketFactory : public SocketFactory, public IscsiTcpSettings
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Give a host such a factory.
     *
     * @param node the host
     * @param o the options
     * @param isTarget whether it has the buffers of targets
     * @return the factory
     */
    static Ptr<SanSocketFactory> Install(Ptr<Node> node, const SanOptions& o, bool isTarget);

    Ptr<Socket> CreateSocket() override;
};

/**
 * Give the TCP buffers that targets do not share with initiators.
 *
 * @param o the options
 * @return names and values of attributes of a target
 */
std::map<std::string, std::string> GetSanTargetBuffers(const SanOptions& o);

} // namespace ns3

#endif /* SAN_SOCKET_FACTORY_H */
