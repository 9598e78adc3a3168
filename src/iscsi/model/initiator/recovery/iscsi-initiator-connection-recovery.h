/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_RECOVERY_H
#define ISCSI_INITIATOR_CONNECTION_RECOVERY_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-initiator-task.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <list>
#include <map>
#include <vector>

namespace ns3
{

class IscsiInitiatorCommandSender;
class IscsiInitiatorConnection;
class IscsiInitiatorConnector;
class IscsiInitiatorTaskManager;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-recovery
 *
 * Cleans up after lost connections of a session that continues (RFC 7143, 7.1.4.3, 7.14 and 8.2). A
 * lost connection is logged out over another one, or reinstated with the same identifier if there
 * is none. With ErrorRecoveryLevel 2 its tasks are then reassigned to other connections; otherwise
 * they end. Commands that the target did not acknowledge are resent.
 */
class IscsiInitiatorConnectionRecovery
{
  public:
    /**
     * @param context what the session's parts share; outlives this
     * @param sender sends commands; outlives this
     * @param manager sends task management requests; outlives this
     * @param connector logs connections in and out; outlives this
     */
    IscsiInitiatorConnectionRecovery(IscsiInitiatorContext& context,
                                     IscsiInitiatorCommandSender& sender,
                                     IscsiInitiatorTaskManager& manager,
                                     IscsiInitiatorConnector& connector);
    ~IscsiInitiatorConnectionRecovery();

    /**
     * Set what is called when nothing could be done for the last connection lost.
     *
     * @param failed called then
     */
    void SetFailed(Callback<void> failed);

    /**
     * A connection of the full feature phase is lost; it is in CLEANUP_WAIT.
     *
     * @param connection the connection
     * @param wait time before anything is tried
     * @param retain time from then on in which the target keeps its tasks
     */
    void Begin(const Ptr<IscsiInitiatorConnection>& connection, Time wait, Time retain);

    /**
     * A connection that was logged out left tasks behind: commands that the target did not
     * acknowledge are sent again over another connection, the others are reassigned or lost.
     *
     * @param tasks the tasks, STRANDED unless they ended meanwhile
     * @param reassigns whether the target keeps them for that
     */
    void Redistribute(const std::vector<Ptr<IscsiInitiatorTask>>& tasks, bool reassigns);

    /**
     * A connection has logged in: if it takes a lost one's place, that is cleaned up, and tasks may
     * continue over it.
     *
     * @param cid the connection
     */
    void ConnectionLoggedIn(uint16_t cid);

    /**
     * A login that was to take a lost connection's place failed, and will be tried again.
     *
     * @param cid the connection
     */
    void LoginFailed(uint16_t cid);

    /**
     * Nothing more can be done for a lost connection: its tasks are over.
     *
     * @param cid the connection
     */
    void Abandon(uint16_t cid);

    /**
     * The session is over: forget all lost connections.
     */
    void Clear();

    /**
     * @return true if lost connections are being cleaned up or tasks wait to be reassigned
     */
    bool IsActive() const;

  private:
    /// A connection that is lost.
    struct Lost
    {
        Ptr<IscsiInitiatorConnection> connection;   //!< the connection
        std::vector<Ptr<IscsiInitiatorTask>> tasks; //!< its tasks
        Time deadline;                              //!< until when the target keeps them
        EventId clock;                              //!< the next step
    };

    /**
     * Log a lost connection out, or make it again.
     *
     * @param cid the connection
     */
    void CleanUp(uint16_t cid);

    /**
     * @param cid a lost connection
     * @param response the answer to its logout, or null
     */
    void LoggedOut(uint16_t cid, const IscsiLogoutResponseHeader* response);

    /**
     * Try again later, unless the target has given up by then.
     *
     * @param cid the lost connection
     * @param delay how much later
     */
    void TryLater(uint16_t cid, Time delay);

    /**
     * The cleanup of a lost connection has succeeded: its tasks can continue.
     *
     * @param cid the connection
     */
    void Release(uint16_t cid);

    /**
     * Reassign tasks one after the other: the target need not have room for more than one immediate
     * request (RFC 7143, 4.2.2.1).
     */
    void ReassignNext();

    /**
     * @param task a task of a lost connection
     * @return true if the target has acknowledged its command
     */
    bool IsAcknowledged(const IscsiInitiatorTask& task) const;

    IscsiInitiatorContext& m_context;      //!< what the session's parts share
    IscsiInitiatorCommandSender& m_sender; //!< sends commands again
    IscsiInitiatorTaskManager& m_manager;  //!< reassigns tasks
    IscsiInitiatorConnector& m_connector;  //!< makes connections again

    Callback<void> m_failed;                      //!< called when the session cannot continue
    std::map<uint16_t, Lost> m_lost;              //!< lost connections, by identifier
    std::list<Ptr<IscsiInitiatorTask>> m_waiting; //!< tasks that can be reassigned
    bool m_isReassigning{false};                  //!< a reassignment waits for its answer
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_RECOVERY_H */
