/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_SESSION_H
#define GATEWAY_SESSION_H

#include "ns3/io-deadline-queue.h"
#include "ns3/nstime.h"
#include "ns3/scsi-device.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * Notified of events in the session queues of a target.
 */
class GatewaySessionObserver
{
  public:
    virtual ~GatewaySessionObserver() = default;

    /**
     * The number of commands in a session's queue changed.
     *
     * @param initiatorPort name of the session's initiator port
     * @param length commands that came and were not answered
     */
    virtual void QueueChanged(const std::string& initiatorPort, uint32_t length) = 0;

    /**
     * A command is over: its status goes to the host now, or its nexus was lost. The session may
     * have no command left.
     *
     * @param task the task, whose port is its own again
     * @param isAnswered false if it was lost
     */
    virtual void TaskOver(Ptr<ScsiTask> task, bool isAnswered) = 0;

    /**
     * The gateway gives a command up that took too long.
     *
     * @param task the task
     */
    virtual void TaskTimedOut(Ptr<ScsiTask> task) = 0;
};

/**
 * @ingroup storage-gateway
 *
 * The queue of a gateway for one session: it holds the session's commands from their arrival to
 * their answer, hands them on to the logical units as the depth allows, and keeps the answers in
 * the order of the commands if it is to. A command that has no status in time is taken from its
 * unit and ends with CHECK CONDITION.
 *
 * It stands in the place of the port that brought a task (ScsiTask::port) until it answers it.
 */
class GatewaySession : public SimpleRefCount<GatewaySession>, public ScsiTargetPort
{
  public:
    /// How a session's queue works.
    struct Rules
    {
        uint32_t depth; //!< most commands at the logical units
        bool inOrder;   //!< true to answer in the order of the commands
        Time timeout;   //!< time from arrival to status, zero for no limit
    };

    /**
     * @param port the port of the session's tasks
     * @param initiatorPort name of the initiator port
     * @param units the logical units that it sees
     * @param rules how the queue works
     * @param observer notified of events; outlives the session
     */
    GatewaySession(ScsiTargetPort* port,
                   const std::string& initiatorPort,
                   Ptr<ScsiDevice> units,
                   const Rules& rules,
                   GatewaySessionObserver* observer);
    ~GatewaySession() override;

    /**
     * Take a command.
     *
     * @param task the task
     */
    void CommandReceived(Ptr<ScsiTask> task);

    /**
     * Data of a write came.
     *
     * @param task a task of this session that is not over
     * @param offset where in the data-out buffer, bytes
     * @param data the bytes
     */
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data);

    /**
     * Forget a task whose nexus was lost.
     *
     * @param task a task of this session that is not over
     */
    void TaskLost(Ptr<ScsiTask> task);

    /**
     * End a task because a task management function asks for it: the unit gives it up, and the
     * port is notified that no status comes.
     *
     * @param task a task of this session that is not over
     */
    void Abort(Ptr<ScsiTask> task);

    /**
     * @param lun a logical unit as in ScsiTask::lun, or nothing for all
     * @return the tasks for it that are not over, in the order in which they came
     */
    std::vector<Ptr<ScsiTask>> GetTasks(std::optional<uint64_t> lun) const;

    /**
     * @return name of the initiator port
     */
    const std::string& GetInitiatorPort() const;

    /**
     * @return true if no command is here
     */
    bool IsEmpty() const;

    /**
     * @return the port of the session's tasks
     */
    ScsiTargetPort* GetPort() const;

    // From ScsiTargetPort
    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void SendCommandComplete(Ptr<ScsiTask> task) override;

  private:
    /// How far a command got.
    enum class Stage : uint8_t
    {
        WAITING, //!< for the depth
        AT_UNIT, //!< a logical unit has it
        DONE     //!< its status is known
    };

    /// Finds commands that take too long.
    using Clock = IoDeadlineQueue<Ptr<ScsiTask>>;

    /// A command that was not answered.
    struct Entry
    {
        Ptr<ScsiTask> task;          //!< the command
        Clock::Position position;    //!< on the clock, until its status is known
        Stage stage{Stage::WAITING}; //!< how far it got
    };

    using Entries = std::list<Entry>; //!< commands in the order they came

    /**
     * Hand commands on as the depth allows.
     */
    void HandOn();

    /**
     * Answer what may be answered.
     */
    void AnswerReady();

    /**
     * Answer and hand on: some commands were lost.
     */
    void Resume();

    /**
     * Take a command out and answer it.
     *
     * @param entry the command
     */
    void Answer(Entries::iterator entry);

    /**
     * Take a command out.
     *
     * @param entry the command
     * @param isAnswered false if it was lost
     */
    void Remove(Entries::iterator entry, bool isAnswered);

    /**
     * Give up the commands whose time is over.
     */
    void ClockRang();

    /**
     * A command's status is known, or it gets none.
     *
     * @param entry the command
     */
    void SetDone(Entry& entry);

    /**
     * Take a command from its logical unit, if one has it.
     *
     * @param entry the command
     */
    void TakeFromUnit(Entry& entry);

    ScsiTargetPort* m_port;             //!< the port of the tasks
    std::string m_initiatorPort;        //!< name of the initiator port
    Ptr<ScsiDevice> m_units;            //!< the logical units
    Rules m_rules;                      //!< how the queue works
    GatewaySessionObserver* m_observer; //!< what is notified
    uint32_t m_active{0};               //!< commands at the logical units
    Clock m_clock;                      //!< of the commands without status
    Entries m_entries;                  //!< commands not answered
    Entries::iterator m_next;           //!< the first that was not handed on
    /// Commands by task.
    std::unordered_map<const ScsiTask*, Entries::iterator> m_index;
};

} // namespace ns3

#endif /* GATEWAY_SESSION_H */
