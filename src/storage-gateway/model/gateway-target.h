/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_TARGET_H
#define GATEWAY_TARGET_H

#include "gateway-device-server.h"
#include "gateway-session.h"

#include "ns3/scsi-device.h"
#include "ns3/scsi-task-router.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The device behind one iSCSI target of a gateway, for all its portals: its logical units, the
 * initiators that may see them, and a queue for each session. A unit that is hidden from an
 * initiator does not exist for it: REPORT LUNS omits it, INQUIRY returns peripheral qualifier 011b,
 * all other commands end with LOGICAL UNIT NOT SUPPORTED.
 *
 * Each unit has a device server in front of it, which keeps reservations and unit attentions.
 *
 * A session is identified by the port that delivers its tasks, and an initiator by the name before
 * the session identifier in ScsiTask::initiatorPort.
 */
class GatewayTarget : public ScsiDevice, public GatewaySessionObserver
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Put a logical unit behind the target. Every initiator sees it until ShowOnlyTo says
     * otherwise.
     *
     * @param lun its number, 0 to 16383
     * @param unit the logical unit
     * @throw UserError if the number is too high or taken
     */
    void AddLogicalUnit(uint16_t lun, Ptr<ScsiDevice> unit);

    /**
     * Let an initiator see a logical unit, and no other that was not named for it.
     *
     * @param lun the number of a logical unit
     * @param initiatorName name of the initiator, without a session identifier
     * @throw UserError if there is no such unit
     */
    void ShowOnlyTo(uint16_t lun, const std::string& initiatorName);

    /**
     * @return the numbers of all logical units, ascending, including hidden ones
     */
    std::vector<uint16_t> GetLuns() const;

    /**
     * @return commands that came
     */
    uint64_t GetReceived() const;

    /**
     * @return commands that were answered
     */
    uint64_t GetAnswered() const;

    /**
     * @return commands that were answered because they took too long
     */
    uint64_t GetTimedOut() const;

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;

    /**
     * Carry out a task management function on the gateway's own queues, reservations and unit
     * attentions. What drives have of the tasks is aborted there; the drives themselves, which
     * others may share, are not reset.
     *
     * @param request what is asked for
     * @return how it ended; FUNCTION_NOT_SUPPORTED for CLEAR ACA
     */
    ScsiTaskManagementResponse ManageTasks(const ScsiTaskManagementRequest& request) override;
    void NexusLost(const std::string& initiatorPort) override;

    // From GatewaySessionObserver
    void QueueChanged(const std::string& initiatorPort, uint32_t length) override;
    void TaskOver(Ptr<ScsiTask> task, bool isAnswered) override;
    void TaskTimedOut(Ptr<ScsiTask> task) override;

    /**
     * TracedCallback signature for a session's queue.
     *
     * @param initiatorPort name of the session's initiator port
     * @param length commands that came and were not answered
     */
    using QueueTracedCallback = void (*)(const std::string& initiatorPort, uint32_t length);

    /**
     * TracedCallback signature for a command.
     *
     * @param task the command
     */
    using TaskTracedCallback = void (*)(Ptr<const ScsiTask> task);

  protected:
    void DoDispose() override;

  private:
    /// A session with commands.
    struct Session
    {
        Ptr<GatewaySession> queue; //!< its queue
        uint64_t number{0};        //!< its place among all that began, from 0
    };

    /// A logical unit and who sees it.
    struct Unit
    {
        Ptr<GatewayDeviceServer> guard;   //!< in front of the logical unit
        std::set<std::string> initiators; //!< names of those who do; empty for all
    };

    /**
     * @param initiatorName name of an initiator
     * @return the logical units that it sees
     */
    Ptr<ScsiTaskRouter> GetView(const std::string& initiatorName);

    /**
     * @param initiatorPort name of an initiator port, null for none
     * @return the logical units that its initiator sees
     */
    Ptr<ScsiTaskRouter> GetViewOf(const std::shared_ptr<const std::string>& initiatorPort);

    /**
     * Find the tasks that a task management function is about.
     *
     * @param request what is asked for
     * @return those of one session, or of all, in the order of GetTasksFor
     */
    std::vector<Ptr<ScsiTask>> GetTasks(const ScsiTaskManagementRequest& request) const;

    /**
     * @param lun a logical unit as in ScsiTask::lun, or nothing for all
     * @param port the port of the only session that counts, null for all
     * @return the tasks for it, session by session in the order of their names; sessions of one
     *         name in the order in which they began
     */
    std::vector<Ptr<ScsiTask>> GetTasksFor(std::optional<uint64_t> lun,
                                           const ScsiTargetPort* port) const;

    /**
     * End tasks of a logical unit. Other initiator ports than the cause are told by a unit
     * attention (SAM-5, 5.6, as TAS is zero).
     *
     * @param lun the unit's number
     * @param selection which tasks
     * @param cause name of the initiator port that wants it
     */
    void ClearTasks(uint16_t lun,
                    const ScsiTaskSet::Selection& selection,
                    const std::string& cause);

    /**
     * @param task a task whose port is its own
     * @return the session of the port
     */
    Ptr<GatewaySession> GetSession(Ptr<const ScsiTask> task);

    uint32_t m_sessionQueueDepth;     //!< most commands of a session at the logical units
    bool m_inOrder;                   //!< true to answer in the order of the commands
    Time m_timeout;                   //!< from a command to its status, zero for no limit
    std::map<uint16_t, Unit> m_units; //!< logical units by number
    std::map<std::string, Ptr<ScsiTaskRouter>> m_views; //!< what initiators see, by name
    uint64_t m_received{0};                             //!< commands that came
    uint64_t m_answered{0};                             //!< commands answered
    uint64_t m_timedOut{0};                             //!< of them, too late
    uint64_t m_begun{0};                                //!< sessions that began
    /// Sessions with commands, by port.
    std::unordered_map<const ScsiTargetPort*, Session> m_sessions;
    /// Sessions by task.
    std::unordered_map<const ScsiTask*, Ptr<GatewaySession>> m_tasks;
    TracedCallback<const std::string&, uint32_t> m_queueTrace; //!< a session's queue changed
    TracedCallback<Ptr<const ScsiTask>> m_answeredTrace;       //!< a command is answered
    TracedCallback<Ptr<const ScsiTask>> m_timedOutTrace;       //!< a command took too long
};

} // namespace ns3

#endif /* GATEWAY_TARGET_H */
