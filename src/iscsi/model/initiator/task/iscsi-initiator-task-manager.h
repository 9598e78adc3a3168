/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_TASK_MANAGER_H
#define ISCSI_INITIATOR_TASK_MANAGER_H

#include "iscsi-initiator-task.h"

#include "ns3/event-id.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace ns3
{

class IscsiInitiatorCommandSender;
class IscsiInitiatorConnection;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-task
 *
 * Sends the task management functions of an initiator's session and ends the tasks they concern
 * (RFC 7143, 4.2.3, 11.5 and 11.6). All of them are sent immediate.
 */
class IscsiInitiatorTaskManager
{
  public:
    /// The target's answer.
    using Response = IscsiTaskManagementResponseCode;
    /// Called with the outcome of a function; nothing if the answer was lost with its connection or
    /// session.
    using Done = std::function<void(std::optional<Response> response)>;

    /**
     * @param context what the session's parts share; outlives this
     * @param sender sends commands; outlives this
     */
    IscsiInitiatorTaskManager(IscsiInitiatorContext& context, IscsiInitiatorCommandSender& sender);
    ~IscsiInitiatorTaskManager();

    /**
     * Send a function that is about one task, over the task's connection. If it is ABORT TASK, the
     * task ends with the status TASK ABORTED once the target has answered.
     *
     * @param function ABORT_TASK or QUERY_TASK
     * @param task the task, whose command was sent
     * @param done called with the outcome, or null
     */
    void ManageTask(IscsiTaskManagementFunction function,
                    const Ptr<IscsiInitiatorTask>& task,
                    Done done);

    /**
     * Send a function that is about a logical unit or the target. Tasks that it ends and that have
     * no status when the answer comes end with TASK ABORTED.
     *
     * @param function any but ABORT_TASK, TASK_REASSIGN and QUERY_TASK
     * @param lun the logical unit, if the function is about one
     * @param done called with the outcome, or null
     */
    void Manage(IscsiTaskManagementFunction function, uint64_t lun, Done done);

    /**
     * Ask for a task to continue over another connection (RFC 7143, 7.2.2). Its PDUs from the
     * target may follow the answer at once.
     *
     * @param task a stranded task
     * @param connection the connection
     * @param done called with the outcome
     */
    void Reassign(const Ptr<IscsiInitiatorTask>& task,
                  const Ptr<IscsiInitiatorConnection>& connection,
                  Done done);

    /**
     * Send once more what was not answered for some time.
     *
     * @param timeout the time
     */
    void ResendOld(Time timeout);

    /**
     * The target has no room for an immediate request now: send it again shortly.
     *
     * @param tag its initiator task tag
     * @return false if it is no task management request
     */
    bool ResendSoon(uint32_t tag);

    /**
     * @return true if a request waits for its answer
     */
    bool IsBusy() const;

  private:
    /// A request that waits for its answer.
    struct Request
    {
        IscsiTaskManagementRequestHeader header; //!< as it was sent
        uint16_t cid;                            //!< its connection
        Time sent;                               //!< when it was sent
        EventId resend;                          //!< when it is sent again
        EventId limit;                           //!< when the answer has to be there
    };

    /**
     * Send a request.
     *
     * @param header function, unit and task are filled in
     * @param connection the connection
     * @param done called with the outcome
     */
    void Send(IscsiTaskManagementRequestHeader& header,
              const Ptr<IscsiInitiatorConnection>& connection,
              Done done);

    /**
     * Send a request once more.
     */
    void Resend(uint32_t tag);

    /**
     * A request was not answered in time: its connection counts as failed.
     *
     * @param tag its tag
     */
    void Expire(uint32_t tag);

    /**
     * Process the answer to a request.
     *
     * @param tag its tag
     * @param pdu the answer, null if there is none
     * @param done called with the outcome
     */
    void ReceiveAnswer(uint32_t tag, Ptr<Packet> pdu, const Done& done);

    /**
     * End a task that an ABORT TASK was about.
     *
     * @param task the task
     * @param response the answer
     */
    void EndAborted(const Ptr<IscsiInitiatorTask>& task, std::optional<Response> response);

    /**
     * End the tasks that a function concerned.
     *
     * @param header the request
     */
    void EndAffected(const IscsiTaskManagementRequestHeader& header);

    /**
     * Send no more data for the tasks that a function concerns (RFC 7143, 4.2.3.4).
     *
     * @param header the request
     * @param connection its connection
     */
    void StopAffectedDataOut(const IscsiTaskManagementRequestHeader& header,
                             const Ptr<IscsiInitiatorConnection>& connection);

    IscsiInitiatorContext& m_context;       //!< what the session's parts share
    IscsiInitiatorCommandSender& m_sender;  //!< sends the commands that waited
    std::map<uint32_t, Request> m_requests; //!< by tag
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_TASK_MANAGER_H */
