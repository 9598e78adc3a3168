/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_BLOCK_DEVICE_H
#define SCSI_BLOCK_DEVICE_H

#include "scsi-initiator-port.h"

#include "ns3/block-device.h"
#include "ns3/io-deadline-queue.h"
#include "ns3/nstime.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-data-buffer.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>

namespace ns3
{

class ScsiZerosRequest;

/**
 * @ingroup scsi-initiator
 *
 * A remote disk as seen by the operating system, /dev/sdX: it converts block requests into SCSI
 * commands and sends them through an initiator port.
 *
 * Once the port is ready, it identifies the logical unit with TEST UNIT READY, INQUIRY, the block
 * limits page, READ CAPACITY(16) or, if the unit does not support that, READ CAPACITY(10), and the
 * caching page. Then it is ready. A request longer than the maximum of one command is split and
 * completes once. At most QueueDepth commands are outstanding; the others wait in order of arrival.
 *
 * Commands that end with BUSY, TASK SET FULL, UNIT ATTENTION or ABORTED COMMAND are retried every
 * RetryDelay until RetryTimeout has passed; so are NOT READY before the device is ready, and
 * commands without a response for CommandTimeout, which are aborted first. Commands wait while the
 * port is not ready, and those that it lost are sent again, up to LossRetries times. With FailFast
 * their requests end with NOT_READY instead, or with TRANSPORT_ERROR if they were sent, and the
 * device is not ready again before the port is back and the logical unit identified again.
 *
 * With FailFast the device supports asymmetric access (SPC-4, 5.15.2): its MultipathAccess tells
 * whether the target port's state is active/optimized, and follows unit attentions. While the state
 * is standby, unavailable or transitioning, the device is as one whose port is lost; it asks every
 * second whether that is over.
 *
 * A logical unit that does not exist or is not a disk ends the simulation with a UserError
 * that names it, unless MayFail is true. In that case, and if the port fails permanently, the
 * device is FAILED, waiting requests end with NOT_READY, and the BlockIoPermanentFailure aggregated
 * to the device gives the reason.
 */
class ScsiBlockDevice : public BlockDevice, public ScsiInitiatorClient
{
  public:
    /// How far the device got in learning about its logical unit.
    enum class State : uint8_t
    {
        WAITING_FOR_PORT, //!< there is no port, or it is not ready
        TESTING,          //!< TEST UNIT READY is under way
        IDENTIFYING,      //!< INQUIRY is under way
        READING_LIMITS,   //!< INQUIRY for the block limits page is under way
        READING_CAPACITY, //!< READ CAPACITY is under way
        READING_CACHE,    //!< MODE SENSE for the caching page is under way
        READING_GROUP,    //!< INQUIRY for the port group of an asymmetric access is under way
        READING_ACCESS,   //!< REPORT TARGET PORT GROUPS is under way
        READY,            //!< requests may be submitted
        FAILED            //!< there will be no usable disk; requests end with NOT_READY
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param state a state
     * @return its name, for example "TESTING"
     */
    static const char* GetStateName(State state);

    ScsiBlockDevice();

    /**
     * Set the port, once. The device begins to learn about its logical unit when the port is
     * ready.
     *
     * @param port the way to the target
     */
    void SetPort(Ptr<ScsiInitiatorPort> port);

    /**
     * @return the way to the target
     */
    Ptr<ScsiInitiatorPort> GetPort() const;

    /**
     * @return how far the device got
     */
    State GetState() const;

    /**
     * @return the most blocks that the device puts into one command; zero until it is ready
     */
    uint32_t GetMaxBlocksPerCommand() const;

    /**
     * @return the most blocks of a ScsiZerosRequest that the device puts into one command; zero if
     *         the unit has no WRITE SAME, or until it is ready
     */
    uint32_t GetMaxZeroBlocks() const;

    /**
     * @return whether the unit has blocks that can be unmapped
     */
    bool CanUnmap() const;

    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;
    bool IsReady() const override;

    /**
     * @return which caches the logical unit said to be on when the device was set up; no write
     *         cache if it does not tell. They cannot be switched from here.
     */
    BlockCacheSettings GetCacheSettings() const override;

    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

    /**
     * TracedCallback signature for a change of state.
     *
     * @param from the state before
     * @param to the state now
     */
    using StateTracedCallback = void (*)(State from, State to);

    /**
     * TracedCallback signature for a command that failed.
     *
     * @param task the task with the status it got, if any
     */
    using RetryTracedCallback = void (*)(Ptr<const ScsiTask> task);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /// A block request on its way, or a question of the device's own.
    struct Transfer : public SimpleRefCount<Transfer>
    {
        /**
         * @param blockRequest the request, null for a question of the device's own
         * @param length bytes of its data-in, if they are kept
         * @param keep true to keep them
         */
        Transfer(Ptr<BlockRequest> blockRequest, uint32_t length, bool keep);

        Ptr<BlockRequest> request;           //!< null for a question of the device's own
        ScsiDataBuffer dataIn;               //!< what was read, where it is kept
        uint32_t sentBlocks{0};              //!< blocks of the commands sent
        uint32_t running{0};                 //!< commands sent and not done
        bool allSent{false};                 //!< true once no command is left to send
        BlockStatus status{BlockStatus::OK}; //!< the first failure, if any
    };

    struct Command;

    /// Finds commands that have no answer in time.
    using Clock = IoDeadlineQueue<Ptr<ScsiTask>>;

    /// Receives a command that will not be retried.
    using DoneHandler = void (ScsiBlockDevice::*)(Ptr<Command> command);

    /// One command of a transfer.
    struct Command : public ScsiTask
    {
        Ptr<Transfer> transfer;       //!< what it is part of
        uint64_t offset{0};           //!< where its data lie in the transfer, bytes
        uint32_t received{0};         //!< bytes of data-in that came
        DoneHandler done{nullptr};    //!< what receives the answer when it ended
        bool isGivenUp{false};        //!< true once it had no answer in time
        uint32_t losses{0};           //!< how often the port lost it
        std::optional<Time> deadline; //!< no retry from here on; nothing before it first failed
        Clock::Position place;        //!< on the clock, unless it is given up
    };

    // The data path (scsi-block-device.cc).

    /**
     * Send commands while there are any and the queue depth allows.
     */
    void SendWaiting();

    /**
     * Send the next command of a transfer.
     */
    void SendNext(Ptr<Transfer> transfer);

    /**
     * Hand a command to the port.
     */
    void Send(Ptr<Command> command);

    /**
     * Send a command again, once the port is ready.
     *
     * @param command the command with the status it got
     */
    void Retry(Ptr<Command> command);

    /**
     * The port is ready for a command that waited to be tried again.
     */
    void SendStranded(Ptr<Command> command);

    /**
     * Give a command to the port, for the first time or a fresh copy of it again.
     */
    void SendNow(Ptr<Command> command);

    /**
     * A command will not be sent again.
     */
    void LoseCommand(Ptr<Command> command);

    /**
     * Handle the commands that have no answer in time.
     */
    void ClockRang();

    /**
     * Abort a command that has no answer in time.
     *
     * @param task the command
     */
    void CommandLate(Ptr<ScsiTask> task);

    /**
     * A command has its status, or the port will never answer it: try it again or be done with it.
     */
    void CommandEnded(Ptr<Command> command);

    /**
     * @param command a command that ended
     * @return true if the port lost it, as with its session, and will be there again
     */
    bool IsLost(const Command& command) const;

    /**
     * @param command a command that ended; the time in which it may be tried again begins when it
     *        fails first, and losses are counted
     * @return true if it is to be tried again
     */
    bool IsToBeRetried(Command& command) const;

    /**
     * @param timeout how long a command may go without its end, zero for no limit
     */
    void SetCommandTimeout(Time timeout);

    /**
     * @return how long a command may go without its end, zero for no limit
     */
    Time GetCommandTimeout() const;

    /**
     * The port is ready again: commands that waited may go.
     */
    void PortReturned();

    /**
     * @return true if the port is not ready, and commands do not wait for it
     */
    bool IsPortLost() const;

    /**
     * The port is lost and commands do not wait for it: be not ready, until it is back.
     */
    void LosePort();

    /**
     * The port will never be ready again.
     *
     * @param reason why
     */
    void PortFailed(const std::string& reason);

    /**
     * End the requests that wait, and commands that would be tried again.
     */
    void EndWaiting();

    /**
     * A command of a block request ended.
     */
    void BlockCommandDone(Ptr<Command> command);

    /**
     * @param request a block request
     * @return the same, if it is for zeros that the unit can write by itself; otherwise null
     */
    const ScsiZerosRequest* GetZeros(const BlockRequest& request) const;

    /**
     * @param zeros a request for zeros
     * @param lba first block of one of its commands
     * @param blocks number of blocks of that command
     * @return the CDB
     */
    static ScsiCdb MakeZerosCdb(const ScsiZerosRequest& zeros, uint64_t lba, uint32_t blocks);

    /**
     * @param request a block request
     * @param lba first block of one of its commands
     * @param blocks number of blocks of that command
     * @return the shortest CDB that can say it: of 10 bytes or of 16
     */
    static ScsiCdb MakeBlockCdb(Ptr<const BlockRequest> request, uint64_t lba, uint32_t blocks);

    // Learning about the logical unit (scsi-block-device-setup.cc).

    /**
     * Begin: the attributes are set.
     */
    void Start();

    /**
     * Begin, or begin again, as soon as the port is ready.
     */
    void AwaitPort();

    /**
     * Send TEST UNIT READY: the port is ready.
     */
    void BeginSetup();

    /**
     * Send a question to the logical unit.
     *
     * @param cdb what to ask
     * @param length bytes of the answer
     * @param done what receives the answer
     */
    void SendQuestion(const ScsiCdb& cdb, uint32_t length, DoneHandler done);

    /**
     * Ask the logical unit something.
     *
     * @param state the state to be in
     * @param cdb what to ask
     * @param length bytes of the answer
     * @param done what receives the answer
     */
    void Ask(State state, const ScsiCdb& cdb, uint32_t length, DoneHandler done);

    /**
     * Handle an answer that did not come.
     *
     * @param command the command
     * @return true if it was GOOD and the answer is there
     */
    bool CheckAnswer(Ptr<Command> command);

    /**
     * TEST UNIT READY ended.
     */
    void TestDone(Ptr<Command> command);

    /**
     * INQUIRY ended.
     */
    void InquiryDone(Ptr<Command> command);

    /**
     * INQUIRY for the block limits page ended.
     */
    void LimitsDone(Ptr<Command> command);

    /**
     * READ CAPACITY(16) ended.
     */
    void Capacity16Done(Ptr<Command> command);

    /**
     * READ CAPACITY(10) ended.
     */
    void Capacity10Done(Ptr<Command> command);

    /**
     * MODE SENSE for the caching page ended.
     */
    void CacheDone(Ptr<Command> command);

    /**
     * INQUIRY for the device identification page ended.
     */
    void GroupDone(Ptr<Command> command);

    /**
     * REPORT TARGET PORT GROUPS ended during set-up.
     */
    void AccessDone(Ptr<Command> command);

    /**
     * REPORT TARGET PORT GROUPS ended after a state changed.
     */
    void AccessReadAgain(Ptr<Command> command);

    /**
     * Update the access state of the target port.
     *
     * @param command a REPORT TARGET PORT GROUPS that ended with GOOD
     */
    void UpdateAccessState(Ptr<Command> command);

    /**
     * Look whether a command that ended says that access states changed, and ask for them.
     */
    void NoteAccessChange(const Command& command);

    /**
     * @param task a task that ended
     * @return whether the state of the target port forbids it, and somebody may go elsewhere
     */
    bool IsAccessRefused(const ScsiTask& task) const;

    /**
     * The unit is as it will be used.
     */
    void BeReady();

    /**
     * Store the capacity and continue with the caches, or fail if it is impossible.
     *
     * @param lastLba the last block
     * @param blockSize bytes in a block
     */
    void SetCapacity(uint64_t lastLba, uint32_t blockSize);

    /**
     * There is no usable disk behind the port: a user error unless the attributes allow it.
     *
     * @param reason what there is instead
     */
    void Fail(const std::string& reason);

    /**
     * @param state the new state
     */
    void SetState(State state);

    Ptr<ScsiInitiatorPort> m_port;             //!< the way to the target
    uint16_t m_lun;                            //!< number of the logical unit
    uint32_t m_queueDepth;                     //!< most commands outstanding
    uint32_t m_maxTransferLength;              //!< most bytes of a command; 0 for the unit's limit
    Time m_retryDelay;                         //!< wait before a command is tried again
    Time m_retryTimeout;                       //!< how long a command is tried again
    uint32_t m_lossRetries;                    //!< how often a command is that the port lost
    Clock m_clock;                             //!< of the commands at the port
    bool m_storeData;                          //!< true if contents are kept
    bool m_mayFail;                            //!< true to continue without a usable disk
    bool m_failFast;                           //!< true if commands do not wait for the port
    bool m_hasBeenReady{false};                //!< true once the unit was identified
    uint32_t m_conflicts{0};                   //!< answers that the unit is reserved, until then
    State m_state{State::WAITING_FOR_PORT};    //!< how far the device got
    uint64_t m_blockCount{0};                  //!< number of blocks, zero until ready
    uint32_t m_blockSize{512};                 //!< bytes in a block
    BlockCacheSettings m_cache;                //!< the unit's caches, as it said
    bool m_isAsymmetric{false};                //!< whether access states matter
    uint16_t m_portGroup{0};                   //!< target port group of the port
    uint32_t m_unitLimit{0};                   //!< the unit's limit, blocks; zero for none
    uint32_t m_maxBlocks{0};                   //!< most blocks of one command, zero until ready
    uint32_t m_maxZeroBlocks{0};               //!< most blocks of one WRITE SAME, zero for none
    bool m_canUnmap{false};                    //!< whether the unit has LBPME
    bool m_portAwaited{false};                 //!< true while commands wait for the port
    std::list<Ptr<Transfer>> m_queue;          //!< with commands left to send
    std::list<Ptr<Command>> m_stranded;        //!< to be tried again once the port is ready
    TracedValue<uint32_t> m_commands{0};       //!< commands outstanding
    TracedCallback<State, State> m_stateTrace; //!< the state changed
    TracedCallback<Ptr<const ScsiTask>> m_retryTrace;   //!< a command will be tried again
    TracedCallback<Ptr<const ScsiTask>> m_timeoutTrace; //!< a command had no answer in time
    TracedCallback<Ptr<const ScsiTask>> m_failureTrace; //!< a command failed permanently
};

} // namespace ns3

#endif /* SCSI_BLOCK_DEVICE_H */
