/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TASK_MANAGER_H
#define ISCSI_TARGET_TASK_MANAGER_H

#include "iscsi-target-data-out-receiver.h"
#include "iscsi-target-sender.h"

#include "ns3/iscsi-task-management-header.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <list>

namespace ns3
{

/**
 * @ingroup iscsi-target-transfer
 *
 * The task management of a target's session (RFC 7143, 4.2.3, 11.5 and 11.6): all that ends tasks
 * without a status. A function about many tasks waits until their commands and the data already
 * asked for are there, then it is carried out, with the device or without its help, and the
 * response waits until the status of other tasks has arrived where that is agreed.
 */
class IscsiTargetTaskManager
{
  public:
    /**
     * @param context what the session's parts share; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     * @param dataOutReceiver what gets Data-Out; outlives this part
     */
    IscsiTargetTaskManager(IscsiTargetContext& context,
                           IscsiTargetSender& sender,
                           IscsiTargetDataOutReceiver& dataOutReceiver);

    /**
     * Process a request for any function but TASK REASSIGN.
     *
     * @param connection where it came in
     * @param header the request
     */
    void Handle(Ptr<IscsiTargetConnection> connection,
                const IscsiTaskManagementRequestHeader& header);

    /**
     * Commands, data or acknowledgements came, or a connection went: continue with what waited.
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
     * The initiator knows that tasks are ended: what it still sends for them does not matter to the
     * target (RFC 7143, 4.2.3.4 g).
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

    /**
     * The device ended a task without a status, at the request of this session or of another one.
     */
    void TaskAborted(const Ptr<IscsiTargetTask>& task);

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
     * Ask for no more data of the tasks that a function is about, or continue with those it spared.
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
     * Send the response of a function, which is next in order.
     *
     * @param pending the function
     * @return its connection, null if that is gone
     */
    Ptr<IscsiTargetConnection> Answer(Pending& pending) const;

    /**
     * Hold back commands behind the functions that wait.
     */
    void HoldCommands();

    /**
     * @param function a function
     * @return true if it is carried out in a session of the iSCSIProtocolLevel agreed on
     */
    bool Supports(IscsiTaskManagementFunction function) const;

    /**
     * Carry out ABORT TASK or QUERY TASK.
     *
     * @param connection where it came in
     * @param header the request
     * @return the response
     */
    IscsiTaskManagementResponseCode ActOnTask(IscsiTargetConnection& connection,
                                              const IscsiTaskManagementRequestHeader& header);

    /**
     * ABORT TASK for a task that does not exist (RFC 7143, 11.6.1).
     *
     * @param header the request
     * @return the response
     */
    IscsiTaskManagementResponseCode AbortMissing(const IscsiTaskManagementRequestHeader& header);

    /**
     * Let the device act, or without its help end this session's tasks.
     *
     * @param connection where it came in
     * @param header the request
     * @param task the task of a function about one, else null
     * @return the response
     */
    IscsiTaskManagementResponseCode AskDevice(const IscsiTargetConnection& connection,
                                              const IscsiTaskManagementRequestHeader& header,
                                              Ptr<IscsiTargetTask> task);

    /**
     * End a task without a status; data that was asked for may still come. No more of these are
     * kept than the window has commands, so that a peer cannot fill the target with them.
     */
    void End(const Ptr<IscsiTargetTask>& task);

    IscsiTargetContext& m_context;                 //!< what the session's parts share
    IscsiTargetSender& m_sender;                   //!< sends Data-In and status
    IscsiTargetDataOutReceiver& m_dataOutReceiver; //!< gets Data-Out
    std::list<Pending> m_pending; //!< functions that are not over, the oldest first
    bool m_isProceeding{false};   //!< Proceed is at work
    const IscsiTargetConnection* m_issuer{nullptr}; //!< who asked for what the device does now
    std::deque<Ptr<IscsiTargetTask>> m_ended;       //!< tasks ended last, which may still get data
};

} // namespace ns3

#endif /* ISCSI_TARGET_TASK_MANAGER_H */
