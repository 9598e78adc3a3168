/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_MANAGER_H
#define ISCSI_TARGET_TASK_MANAGER_H

#include "iscsi-target-data-out-receiver.h"
#include "iscsi-target-responder.h"
#include "iscsi-target-response-fence.h"
#include "iscsi-target-task-functions.h"

#include "ns3/iscsi-target-command-sequencer.h"
#include "ns3/iscsi-target-session-owner.h"
#include "ns3/iscsi-target-session-settings.h"
#include "ns3/iscsi-target-task-table.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <list>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The task management requests of a target's session (RFC 7143, 4.2.3, 11.5 and 11.6). A function
 * about many tasks waits until their commands and the data already asked for are there, then it is
 * carried out, and the response waits until the status of other tasks has arrived where that is
 * agreed.
 */
class IscsiTargetTaskManager
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param responder what refuses PDUs and shows the window; outlives this part
     * @param commands the order of commands; outlives this part
     * @param tasks the session's tasks; outlive this part
     * @param fence the order of responses; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     * @param functions what carries functions out; outlives this part
     * @param owner who keeps the sessions; outlives this part
     */
    IscsiTargetTaskManager(const IscsiTargetSessionSettings& settings,
                           const IscsiTargetResponder& responder,
                           IscsiTargetCommandSequencer& commands,
                           IscsiTargetTaskTable& tasks,
                           IscsiTargetResponseFence& fence,
                           IscsiTargetDataOutReceiver& dataOutReceiver,
                           IscsiTargetTaskFunctions& functions,
                           IscsiTargetSessionOwner& owner);

    /**
     * Take a request for any function but TASK REASSIGN.
     *
     * @param connection where it came in
     * @param header the request
     */
    void Handle(Ptr<IscsiTargetConnection> connection,
                const IscsiTaskManagementRequestHeader& header);

    /**
     * Commands, data or acknowledgements came, or a connection went: go on with what waited.
     */
    void Proceed();

    /**
     * @return true if some function is not over
     */
    bool IsBusy() const;

    /**
     * @param tag an initiator task tag
     * @return true if it is that of a function that is not over
     */
    bool Contains(uint32_t tag) const;

    /**
     * @param connection a connection
     * @return true if an immediate function that came by it is not over
     */
    bool HasImmediate(const IscsiTargetConnection& connection) const;

    /**
     * The initiator knows that tasks are ended: what it still sends for them is none of the
     * target's business (RFC 7143, 4.2.3.4 g).
     *
     * @param connection where it said so
     * @param lun their logical unit
     */
    void TerminationAcknowledged(const IscsiTargetConnection& connection, uint64_t lun);

    /**
     * Send a Task Management Function Response.
     *
     * @param connection where to
     * @param tag tag of the request
     * @param response the response
     */
    void Respond(IscsiTargetConnection& connection,
                 uint32_t tag,
                 IscsiTaskManagementResponseCode response) const;

  private:
    /// How far a function has come.
    enum class Stage : uint8_t
    {
        WAITING, //!< for commands and data
        FENCED,  //!< for the turn of its response
        OVER     //!< the response was sent, or there is no connection for it
    };

    /// A function that is not over.
    struct Pending
    {
        Ptr<IscsiTargetConnection> connection;    //!< where it came in
        IscsiTaskManagementRequestHeader header;  //!< the request
        Stage stage{Stage::WAITING};              //!< how far it has come
        IscsiTaskManagementResponseCode response; //!< the response, once there is one
    };

    /**
     * Ask for no more data of the tasks that a function is about, or go on with those it spared.
     *
     * @param header the request
     * @param isFrozen true to ask for no more
     */
    void SetFrozen(const IscsiTaskManagementRequestHeader& header, bool isFrozen);

    /**
     * @param pending a function that waits for commands and data
     * @return true if it need not wait any more
     */
    bool IsReady(const Pending& pending) const;

    /**
     * Carry out a function about many tasks.
     *
     * @param pending the function
     */
    void Execute(Pending& pending);

    /**
     * Send the response of a function when its turn comes.
     *
     * @param pending the function, which stays until then
     * @param isFenced true for a function about many tasks (RFC 7143, 4.2.2.3.4)
     */
    void HandOver(Pending& pending, bool isFenced);

    /**
     * Send the response of a function, whose turn it is.
     *
     * @param pending the function
     * @return its connection, null if that is gone
     */
    Ptr<IscsiTargetConnection> Answer(Pending& pending) const;

    /**
     * Hold back commands behind the functions that wait.
     */
    void HoldCommands();

    const IscsiTargetSessionSettings& m_settings;  //!< what the session was made with
    const IscsiTargetResponder& m_responder;       //!< refuses PDUs and shows the window
    IscsiTargetCommandSequencer& m_commands;       //!< the order of commands
    IscsiTargetTaskTable& m_tasks;                 //!< the tasks
    IscsiTargetResponseFence& m_fence;             //!< the order of responses
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
    IscsiTargetTaskFunctions& m_functions;         //!< carries functions out
    IscsiTargetSessionOwner& m_owner;              //!< who keeps the sessions
    std::list<Pending> m_pending; //!< functions that are not over, the oldest first
    bool m_isProceeding{false};   //!< Proceed is at work
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_MANAGER_H */
