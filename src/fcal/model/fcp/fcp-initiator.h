/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_INITIATOR_H
#define FCP_INITIATOR_H

#include "fcp-exchange-check.h"
#include "fcp-initiator-task.h"
#include "fcp-login.h"
#include "fcp-task-manager.h"

#include "ns3/event-id.h"
#include "ns3/fc-originator.h"
#include "ns3/fcal-port.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3
{

class FcpNode;

/**
 * @ingroup fcal-fcp
 *
 * The login state of an initiator with its target.
 */
enum class FcpLoginState : uint8_t
{
    LOGGED_OUT, //!< there is no login, and none is under way
    LOGGING_IN, //!< PLOGI or PRLI is under way
    LOGGED_IN   //!< commands may be sent
};

/**
 * @param state state of an initiator towards its target
 * @return its name
 */
const char* GetFcpLoginStateName(FcpLoginState state);

/**
 * @ingroup fcal-fcp
 *
 * The path from one FCP port to one target on its loop: a SCSI initiator port. Several of them, one
 * per target, share a port through its FcpNode.
 *
 * It logs in with its target after each initialisation of the loop, and identifies the target's
 * port by name, whatever its address. If the exchange of a command ends without a response, because
 * the loop was initialised, the target vanished or forgot the exchange, the command is resent up to
 * Retries times, and then ends with a delivery failure. An exchange that is inactive for
 * ExchangeTimeout is asked for by REC: as long as the target works on it, the command waits. A
 * command waits at most ExchangeTimeout for a target that is not logged in. A login that fails is
 * tried again, Retries times at once and then every other ExchangeTimeout, for DeviceLossTimeout:
 * after that not before the loop is initialised again.
 */
class FcpInitiator : public ScsiInitiatorPort, private FcOriginator
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FcpInitiator();
    ~FcpInitiator() override;

    /**
     * Set which way it goes, once and before the loop's first initialisation is over.
     *
     * @param node the FCP node of its port; keeps the initiator
     * @param target the target's port
     */
    void Connect(Ptr<FcpNode> node, Ptr<FcalPort> target);

    /**
     * @return the FCP node of its port
     */
    Ptr<FcpNode> GetNode() const;

    /**
     * @return the target's port
     */
    Ptr<FcalPort> GetTarget() const;

    /**
     * @return number of tasks that have not ended
     */
    std::size_t GetNTasks() const;

    /**
     * @return every state that some task that has not ended is in
     */
    std::set<FcpInitiatorTask::State> GetTaskStates() const;

    void SendScsiCommand(Ptr<ScsiTask> task) override;
    void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    bool IsReady() const override;

    /**
     * Abort one task by ABTS. It ends with TASK ABORTED as soon as the target accepts; nothing
     * happens if it has ended.
     *
     * @param task the task
     * @return false, as its client is notified of its end
     */
    bool AbortTask(Ptr<ScsiTask> task) override;

    /**
     * Send a task management function. If it is carried out, all tasks of this initiator that it
     * concerns end with TASK ABORTED.
     *
     * @param function a flag of FcpCommandHeader, for example LOGICAL_UNIT_RESET
     * @param lun logical unit, as in ScsiTask::lun
     * @param done called with whether it was carried out, never from inside this call
     */
    void ManageTasks(uint8_t function, uint64_t lun, FcpTaskManager::Done done);

    /**
     * TracedCallback signature for a change of the login.
     *
     * @param from the state before
     * @param to the state now
     */
    using StateTracedCallback = void (*)(FcpLoginState from, FcpLoginState to);

  protected:
    void DoDispose() override;

  private:
    // From FcOriginator
    void LoopChanged(bool online) override;
    void ExchangeOpened(Ptr<FcExchange> exchange) override;
    void UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception) override;
    void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss) override;

    // The login.

    /**
     * @param state the new state
     */
    void SetLoginState(FcpLoginState state);

    /// A login is needed: try to get one, again and again.
    void SeekLogin();

    /**
     * Begin to log in, if the target is on the loop.
     */
    void LogIn();

    /**
     * A login is over.
     *
     * @param success whether it succeeded
     */
    void LoginEnded(bool success);

    /**
     * The target is gone: close all exchanges, and keep their tasks for its return if they may
     * be sent once more.
     */
    void LoseLogin();

    /**
     * The target has been gone for too long: tasks stop waiting for it.
     */
    void GiveUpWaiting();

    // The tasks.

    /**
     * @return the tasks that have not ended, in the order in which they came
     */
    std::vector<Ptr<FcpInitiatorTask>> GetTasks() const;

    /**
     * @param task the client's task
     * @return what is kept of it, or null if it has ended
     */
    Ptr<FcpInitiatorTask> Find(Ptr<ScsiTask> task) const;

    /**
     * Hand a task to the node.
     *
     * @param task the task
     */
    void Submit(Ptr<FcpInitiatorTask> task);

    /**
     * A task's exchange ended without an answer: send it once more, or let it fail.
     *
     * @param task the task, its exchange closed
     */
    void Retry(Ptr<FcpInitiatorTask> task);

    /**
     * The target said what it knows of a silent exchange, or did not.
     *
     * @param exchange the exchange of a task
     * @param state what it said
     */
    void ExchangeChecked(Ptr<FcExchange> exchange, FcpExchangeState state);

    /**
     * @param task a task whose exchange is given up from now
     */
    void SendAbort(Ptr<FcpInitiatorTask> task);

    /**
     * Ask the client for data, or send those that it gave before.
     *
     * @param task the task
     * @param offset where in the buffer, bytes
     * @param length how many bytes
     */
    void WantDataOut(Ptr<FcpInitiatorTask> task, uint32_t offset, uint32_t length);

    /**
     * Send the data that are wanted and there.
     *
     * @param task the task
     */
    void FlushDataOut(Ptr<FcpInitiatorTask> task);

    /**
     * @param task a task
     * @param reception an FCP_DATA
     */
    void HandleDataIn(Ptr<FcpInitiatorTask> task, Ptr<const FcReception> reception);

    /**
     * @param task a task
     * @param reception an FCP_XFER_RDY
     */
    void HandleXferRdy(Ptr<FcpInitiatorTask> task, Ptr<const FcReception> reception);

    /**
     * @param task a task
     * @param reception an FCP_RSP
     */
    void HandleResponse(Ptr<FcpInitiatorTask> task, Ptr<const FcReception> reception);

    /**
     * End a task for which there is no answer, unless it has ended.
     *
     * @param task the task
     */
    void Fail(Ptr<FcpInitiatorTask> task);

    /**
     * End a task that the client gave up, unless it has ended.
     *
     * @param task the task
     */
    void EndAborted(Ptr<FcpInitiatorTask> task);

    /**
     * End a task whose answer is filled in.
     *
     * @param task the task, its exchange closed
     */
    void Complete(Ptr<FcpInitiatorTask> task);

    /**
     * A task management function was carried out: end the tasks that it concerns.
     *
     * @param function a flag of FcpCommandHeader
     * @param lun logical unit
     */
    void EndManagedTasks(uint8_t function, uint64_t lun);

    FcpNode* m_node{nullptr}; //!< the FCP node of its port; keeps the initiator
    Ptr<FcalPort> m_target;   //!< the target's port
    FcpLogin m_login;         //!< the login
    FcpTaskManager m_manager; //!< task management functions on their way
    FcpExchangeCheck m_check; //!< asks for silent exchanges
    FcpLoginState m_state{FcpLoginState::LOGGED_OUT}; //!< its state towards its target
    Time m_loginSought;                               //!< since when a login is sought
    Time m_lossTimeout;                               //!< how long one is
    uint32_t m_loginRetries{0};                       //!< logins that failed since then
    EventId m_nextLogin;                              //!< when one is tried again
    EventId m_giveUp;                                 //!< when tasks stop waiting for the target
    uint32_t m_retries{0};                            //!< how often a command is sent once more
    uint32_t m_firstBurst{0};                         //!< most bytes of a first burst
    uint64_t m_nextNumber{0};                         //!< number of the next task
    std::unordered_map<ScsiTask*, Ptr<FcpInitiatorTask>> m_tasks; //!< those that have not ended

    TracedCallback<FcpLoginState, FcpLoginState> m_stateTrace; //!< the login changed
};

} // namespace ns3

#endif /* FCP_INITIATOR_H */
