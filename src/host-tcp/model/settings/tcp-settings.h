/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SETTINGS_H
#define TCP_SETTINGS_H

#include "ns3/attribute.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

class TcpSettings;

/**
 * @ingroup host-tcp-settings
 *
 * An option of TCP: its attribute, and what it does to a socket.
 */
struct TcpSetting
{
    /// Gives it to a socket: the socket, all settings, and the class that has them, for messages.
    using Apply = std::function<void(Ptr<TcpSocketBase>, const TcpSettings&, const std::string&)>;

    std::string name;                  //!< of the attribute
    std::string help;                  //!< of the attribute
    Ptr<const AttributeValue> initial; //!< where nothing else is set
    Ptr<const AttributeChecker> check; //!< which values are valid
    Apply apply;                       //!< for a socket that is not bound; may be null
    Apply applyAccepted;               //!< for one that a listening socket made; null if inherited
};

/**
 * @ingroup host-tcp-settings
 *
 * @return every option of TCP, in the order in which sockets are given them
 */
const std::vector<TcpSetting>& GetTcpSettings();

/**
 * @ingroup host-tcp-settings
 *
 * @param name an attribute's name
 * @return whether it is an option of TCP
 */
bool IsTcpSetting(const std::string& name);

/**
 * @ingroup host-tcp-settings
 *
 * The options of the TCP sockets of an application or a host. A class that inherits from it, and
 * from ns-3's Object, has them as attributes of its own (AddAttributes). Otherwise what is not set
 * is as ns-3's defaults say.
 */
class TcpSettings
{
  public:
    TcpSettings();
    virtual ~TcpSettings();

    /**
     * @param name one of GetTcpSettings
     * @param value its value, or a text of it
     * @throw UserError if there is no such option, or the value is not valid
     */
    void Set(const std::string& name, const AttributeValue& value);

    /**
     * @tparam T class of the value
     * @param name one of GetTcpSettings
     * @return its value, the initial one if it is not set
     */
    template <typename T>
    const T& Get(const std::string& name) const;

    /**
     * @param name one of GetTcpSettings
     * @return whether it is not set, or set to its initial value
     */
    bool IsInitial(const std::string& name) const;

    /**
     * Make a TCP socket with these settings.
     *
     * @param node its node
     * @param factory what makes the node's sockets
     * @param owner name of the class that has the attributes, for messages
     * @return the socket, not bound
     * @throw UserError as Apply
     */
    Ptr<Socket> MakeSocket(Ptr<Node> node, TypeId factory, const std::string& owner) const;

    /**
     * Give a socket these settings.
     *
     * @param socket the socket, not bound
     * @param owner name of the class that has the attributes, for messages
     * @throw UserError if CongestionControl or LossRecovery names no algorithm, or the socket's
     * class does not have what is set
     */
    void Apply(Ptr<TcpSocketBase> socket, const std::string& owner) const;

    /**
     * Give a socket that a listening one accepted the settings that it does not inherit.
     *
     * @param socket the socket
     */
    void SetUpAcceptedSocket(Ptr<Socket> socket) const;

  protected:
    /**
     * Add the attributes to a class.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddAttributes(TypeId tid);

  private:
    /// Reads and sets one of them.
    class Accessor;

    /**
     * @param index of a setting
     * @param value its value, which is valid
     */
    void Store(std::size_t index, const AttributeValue& value);

    /**
     * @param name one of GetTcpSettings
     * @return its value, the initial one if it is not set
     */
    const AttributeValue& Find(const std::string& name) const;

    std::vector<Ptr<const AttributeValue>> m_values; //!< of GetTcpSettings, null if not set
};

template <typename T>
const T&
TcpSettings::Get(const std::string& name) const
{
    return dynamic_cast<const T&>(Find(name));
}

} // namespace ns3

#endif /* TCP_SETTINGS_H */
