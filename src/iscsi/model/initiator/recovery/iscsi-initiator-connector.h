/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTOR_H
#define ISCSI_INITIATOR_CONNECTOR_H

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-connection-use.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

class IscsiInitiatorConnectionOwner;
class IscsiInitiatorPduHandler;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-recovery
 *
 * Logs the connections of an initiator's session in, retries those whose login failed, and logs
 * connections out (RFC 7143, 11.14).
 */
class IscsiInitiatorConnector
{
  public:
    /// Notified how a logout ended: the response, or null if there was none in time.
    using LogoutDone = std::function<void(const IscsiLogoutResponseHeader* response)>;

    /// identifier of the leading connection
    static constexpr uint16_t LEADING_CID = IscsiConnectionRoles::FIRST_CID;

    /**
     * @param context what the session's parts share; outlives this
     * @param handler receives what arrives over connections; outlives them
     */
    IscsiInitiatorConnector(IscsiInitiatorContext& context, IscsiInitiatorPduHandler& handler);
    ~IscsiInitiatorConnector();

    /**
     * Set what connections notify of their state.
     *
     * @param owner their owner, who outlives them
     */
    void SetOwner(IscsiInitiatorConnectionOwner* owner);

    /**
     * Begin a session by its leading connection.
     */
    void Lead();

    /**
     * Add a connection to the session, or make a lost one again (RFC 7143, 6.3.4).
     *
     * @param cid its identifier
     * @param delay time until then
     */
    void Join(uint16_t cid, Time delay);

    /**
     * @param cid a connection that has logged in
     */
    void Succeeded(uint16_t cid);

    /**
     * A login failed: it is tried again later if that makes sense.
     *
     * @param connection the connection
     * @return false if it is given up
     */
    bool Failed(const IscsiInitiatorConnection& connection);

    /**
     * @return why the last abandoned login failed, as text: the portal, the failure and the
     *         number of attempts
     */
    const std::string& GetReason() const;

    /**
     * Give everything up.
     */
    void Stop();

    /**
     * Ask for a logout.
     *
     * @param reason what is to end
     * @param cid the connection that is to end, if the reason is about one
     * @param carrier the connection that carries the request
     * @param done called with the outcome
     */
    void LogOut(IscsiLogoutReason reason,
                uint16_t cid,
                const Ptr<IscsiInitiatorConnection>& carrier,
                LogoutDone done);

  private:
    /// A connection that is to be made.
    struct Attempt
    {
        bool leads{false};                        //!< it begins the session
        uint32_t failures{0};                     //!< logins that failed and were tried again
        Ptr<IscsiInitiatorConnection> connection; //!< the one that is logging in
        EventId start;                            //!< when the next login begins
    };

    /**
     * @param cid the connection to log in
     */
    void Start(uint16_t cid);

    /**
     * @param cid a connection
     * @param attempt the attempts so far: after a failure the next portal is tried
     * @return where to make it
     */
    const Address& GetPortal(uint16_t cid, const Attempt& attempt) const;

    /**
     * @return what is proposed for a further connection of the session
     */
    IscsiSessionParameters GetJoiningProposals() const;

    /**
     * Go where the target sends this initiator (RFC 7143, 11.13.5): for this session, or
     * permanently.
     *
     * @param connection a connection whose login was refused
     * @return false if it was not redirected, or to where this host cannot connect
     */
    bool Follow(const IscsiInitiatorConnection& connection);

    /**
     * @param connection a connection whose login was refused
     * @return whether the target said where to go instead
     */
    static bool IsRedirected(const IscsiInitiatorConnection& connection);

    /**
     * @param connection a connection whose login was refused
     * @return where the target sends this initiator and why it cannot go there, to be put behind
     * the reason of the refusal; empty if it was not redirected
     */
    std::string DescribeRedirect(const IscsiInitiatorConnection& connection) const;

    /**
     * @param connection a connection whose login failed
     * @param attempt the attempts before
     * @return true if the same login may succeed later: the target did not say why or could not do
     *         better (RFC 7143, 11.13.5, class 3). If nobody listens, only a portal that was not
     *         tried may help, or time if the target was there before
     */
    bool IsWorthRetrying(const IscsiInitiatorConnection& connection, const Attempt& attempt) const;

    /**
     * Describe why a login is given up.
     *
     * @param connection its connection
     * @param attempt the attempts
     * @return the reason
     */
    std::string DescribeFailure(const IscsiInitiatorConnection& connection,
                                const Attempt& attempt) const;

    /**
     * A Logout Request was answered, or its time is over.
     *
     * @param tag tag of the request
     * @param pdu the answer or null
     * @param done called with the outcome
     */
    void ReceiveLogoutAnswer(uint32_t tag, Ptr<Packet> pdu, const LogoutDone& done);

    IscsiInitiatorContext& m_context;                //!< what the session's parts share
    IscsiInitiatorPduHandler& m_handler;             //!< receives what arrives over connections
    IscsiInitiatorConnectionOwner* m_owner{nullptr}; //!< notified of the states of connections

    Address m_redirect; //!< where the target sent this session, invalid as a rule
    std::map<uint16_t, Attempt> m_attempts;     //!< by connection identifier
    std::string m_reason;                       //!< why the last was given up
    std::map<uint32_t, EventId> m_logoutClocks; //!< ends of logouts' time, by tag
    bool m_hasSucceeded{false};                 //!< whether a login succeeded
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTOR_H */
