/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TEST_BENCH_H
#define ISCSI_TEST_BENCH_H

#include "ns3/ipv4-address.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/scsi-device.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/simple-net-device.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * A logical unit for tests: READ (10) and WRITE (10) of 512-byte blocks, kept in memory if wanted,
 * answered after a fixed time. It remembers in which order commands came.
 */
class IscsiTestDevice : public ScsiDevice
{
  public:
    static constexpr uint32_t BLOCK_SIZE = 512; //!< bytes of a block

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;

    Time latency;                //!< time from the last byte in to the first byte out
    bool storeData{false};       //!< keep contents
    uint32_t pieceSize{0};       //!< bytes given to the port at a time, 0 for all at once
    int64_t residual{0};         //!< residual of each answer; an underflow shortens the data
    bool failCommands{false};    //!< answer CHECK CONDITION
    std::vector<uint32_t> order; //!< first block of each command, in the order they came
    std::vector<std::string> initiators; //!< initiator port of each command
    uint32_t lost{0};                    //!< tasks lost
    uint32_t active{0};                  //!< tasks under way
    uint32_t mostActive{0};              //!< most tasks under way at a time

  private:
    /**
     * Answer a task.
     *
     * @param task the task
     */
    void Finish(Ptr<ScsiTask> task);

    /**
     * @param task a task
     * @return its first block
     */
    static uint32_t GetLba(const ScsiTask& task);

    std::map<uint32_t, std::vector<uint8_t>> m_blocks;        //!< contents
    std::map<const ScsiTask*, std::vector<uint8_t>> m_writes; //!< data of writes
    std::map<const ScsiTask*, uint32_t> m_received;           //!< bytes of writes
    std::set<const ScsiTask*> m_tasks;                        //!< tasks under way
};

/**
 * @ingroup iscsi
 *
 * An application client for tests: it sends reads and writes and remembers the outcome.
 */
class IscsiTestClient : public ScsiInitiatorClient
{
  public:
    /// What came of a task.
    struct Outcome
    {
        Time sent;                 //!< when it was given to the port
        Time done;                 //!< when it was complete, negative if it is not
        uint32_t bytesIn{0};       //!< data-in received
        std::vector<uint8_t> data; //!< data-in received
        Ptr<Packet> dataOut;       //!< what it writes
        uint32_t requests{0};      //!< how often data-out was requested
        uint32_t completions{0};   //!< how often it was completed
    };

    /**
     * Send a READ (10).
     *
     * @param port where to
     * @param lba first block
     * @param bytes how much, a multiple of 512
     * @return the task
     */
    Ptr<ScsiTask> Read(Ptr<ScsiInitiatorPort> port, uint32_t lba, uint32_t bytes);

    /**
     * Send a WRITE (10).
     *
     * @param port where to
     * @param lba first block
     * @param data what to write, a multiple of 512 bytes
     * @return the task
     */
    Ptr<ScsiTask> Write(Ptr<ScsiInitiatorPort> port, uint32_t lba, Ptr<Packet> data);

    /**
     * @param task a task sent
     * @return the outcome
     */
    Outcome& Of(Ptr<ScsiTask> task);

    /**
     * @return number of tasks complete
     */
    uint32_t GetCompleted() const;

    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

    Ptr<IoTimeline> timeline; //!< timeline of the next task, null for none
    Time answerDelay; //!< how long data-out takes to be given; zero: from inside the request
    /// Called at each completion, if set.
    Callback<void, Ptr<ScsiTask>> completed;

  private:
    /**
     * Make a task and send it.
     *
     * @param port where to
     * @param opcode first byte of the CDB
     * @param lba first block
     * @param bytes how much
     * @param dataOut what it writes or null
     * @return the task
     */
    Ptr<ScsiTask> Send(Ptr<ScsiInitiatorPort> port,
                       uint8_t opcode,
                       uint32_t lba,
                       uint32_t bytes,
                       Ptr<Packet> dataOut);

    std::map<const ScsiTask*, Outcome> m_outcomes;             //!< by task
    std::map<const ScsiTask*, Ptr<ScsiInitiatorPort>> m_ports; //!< by task
    std::vector<Ptr<ScsiTask>> m_tasks;                        //!< keeps them alive
    uint32_t m_completed{0};                                   //!< tasks complete
};

/**
 * @ingroup iscsi
 *
 * An initiator's node and a target's node with one link between them, which adds nothing to an IP
 * packet.
 */
class IscsiTestBench
{
  public:
    /**
     * @param rate bit rate of the link
     * @param delay one-way delay of the link
     */
    IscsiTestBench(const std::string& rate, Time delay);

    /**
     * Put a target on the second node, which starts at once.
     */
    void InstallTarget();

    /**
     * Put an initiator on the first node, which starts at once.
     *
     * @return the initiator
     */
    Ptr<IscsiInitiator> InstallInitiator();

    /**
     * @param bytes number of bytes
     * @param seed where the pattern begins
     * @return a packet of real bytes, none of them zero
     */
    static Ptr<Packet> MakeData(uint32_t bytes, uint32_t seed);

    /**
     * @param packet a packet
     * @return its bytes
     */
    static std::vector<uint8_t> GetBytes(Ptr<const Packet> packet);

    NodeContainer nodes;                  //!< initiator's node, target's node
    Ptr<SimpleNetDevice> devices[2];      //!< their ends of the link
    Ipv4Address targetAddress;            //!< address of the target's node
    IscsiInitiatorHelper initiatorHelper; //!< for the initiators
    IscsiTargetHelper targetHelper;       //!< for the target
    Ptr<IscsiTestDevice> device;          //!< behind the target
    Ptr<IscsiTarget> target;              //!< the target
    IscsiTestClient client;               //!< a client
};

/**
 * @ingroup iscsi-tests
 *
 * @param header a header
 * @param data its data segment
 * @return the PDU without padding
 */
Ptr<Packet> MakePdu(IscsiHeader& header, Ptr<Packet> data);

} // namespace ns3

#endif /* ISCSI_TEST_BENCH_H */
