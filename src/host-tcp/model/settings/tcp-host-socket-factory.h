/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HOST_SOCKET_FACTORY_H
#define TCP_HOST_SOCKET_FACTORY_H

#include "tcp-settings.h"

#include "ns3/attribute.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/socket-factory.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-base.h"

#include <string>

namespace ns3
{

/**
 * @ingroup host-tcp-settings
 *
 * Makes the TCP sockets of a host: of which kind, and with which settings. It is aggregated to a
 * node with TCP, and applications take its type as their Protocol. Settings are those of
 * GetTcpSettings; what is not set is as ns-3's defaults and the host's TcpL4Protocol say.
 */
class TcpHostSocketFactory : public SocketFactory
{
  public:
    /// Which class of sockets.
    enum class Kind
    {
        PLAIN,  //!< ns-3's TcpSocketBase
        LEAN,   //!< TcpLeanSocket
        OFFLOAD //!< TcpOffloadSocket
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param node a host
     * @return its factory, a new one if it has none
     */
    static Ptr<TcpHostSocketFactory> GetFor(Ptr<Node> node);

    /**
     * @param node a host with TCP
     * @param kind of the sockets that it makes from now on
     * @return its factory, a new one if it has none
     */
    static Ptr<TcpHostSocketFactory> Install(Ptr<Node> node, Kind kind);

    /**
     * Set an option of the sockets made from now on.
     *
     * @param name one of GetTcpSettings
     * @param value its value, or a text of it
     * @throw UserError if there is no such option, or the value is not valid
     */
    void Set(const std::string& name, const AttributeValue& value);

    Ptr<Socket> CreateSocket() override;

    /**
     * Give a socket that the listening socket accepted the settings that it does not inherit.
     *
     * @param socket the socket
     */
    void SetUpAcceptedSocket(Ptr<Socket> socket) const;

  private:
    /**
     * @return a socket of the kind, with the algorithms that are set for the host's TCP
     */
    Ptr<TcpSocketBase> MakeSocket() const;

    Kind m_kind;            //!< of the sockets
    TcpSettings m_settings; //!< of the sockets
};

} // namespace ns3

#endif /* TCP_HOST_SOCKET_FACTORY_H */
