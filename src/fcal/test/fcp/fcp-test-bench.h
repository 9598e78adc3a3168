/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_TEST_BENCH_H
#define FCP_TEST_BENCH_H

#include "ns3/fcal-helper.h"
#include "ns3/fcal-loop.h"
#include "ns3/fcp-initiator.h"
#include "ns3/fcp-node.h"
#include "ns3/fcp-target.h"
#include "ns3/nstime.h"
#include "ns3/scsi-device.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/simulator.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Bytes.
using FcpBytes = std::vector<uint8_t>;

/**
 * @ingroup fcal
 *
 * @param size how many bytes
 * @param seed what makes them differ from others
 * @return bytes that repeat neither with blocks nor with frames
 */
FcpBytes MakeFcpPattern(std::size_t size, uint32_t seed);

/**
 * @ingroup fcal
 *
 * @param counts a node's counts of units
 * @param iu a unit
 * @return how many of it
 */
uint64_t CountOf(const std::array<uint64_t, 10>& counts, ns3::FcIu iu);

/**
 * @ingroup fcal
 *
 * A command and all that its client was told.
 */
struct FcpTestTask : public ns3::ScsiTask
{
    FcpBytes in;                                       //!< what was read
    FcpBytes out;                                      //!< what is to be written
    std::vector<std::pair<uint32_t, uint32_t>> wanted; //!< offsets and lengths asked for
    uint32_t completions{0};                           //!< how often it ended
    ns3::Time ended;                                   //!< when it did
};

/**
 * @ingroup fcal
 *
 * A client that notes in its tasks what it is told.
 */
class FcpTestClient : public ns3::ScsiInitiatorClient
{
  public:
    void DataInReceived(ns3::Ptr<ns3::ScsiTask> task,
                        uint32_t offset,
                        ns3::Ptr<ns3::Packet> data) override;
    void DataOutRequested(ns3::Ptr<ns3::ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(ns3::Ptr<ns3::ScsiTask> task) override;

    ns3::Ptr<ns3::FcpInitiator> port; //!< where to send data
    bool gapSeen{false};              //!< whether data came with a gap
};

/**
 * @ingroup fcal
 *
 * A device with contents. The four bytes of a CDB from byte 2 on say where in them a command reads
 * or writes as many bytes as its buffer has.
 */
class FcpTestDevice : public ns3::ScsiDevice
{
  public:
    void CommandReceived(ns3::Ptr<ns3::ScsiTask> task) override;
    void DataOutReceived(ns3::Ptr<ns3::ScsiTask> task,
                         uint32_t offset,
                         ns3::Ptr<ns3::Packet> data) override;
    void TaskLost(ns3::Ptr<ns3::ScsiTask> task) override;
    ns3::ScsiTaskManagementResponse ManageTasks(
        const ns3::ScsiTaskManagementRequest& request) override;
    void NexusLost(const std::string& initiatorPort) override;

    /**
     * Do what a command asks, and answer it.
     *
     * @param task the command
     */
    void Serve(ns3::Ptr<ns3::ScsiTask> task);

    FcpBytes contents;                             //!< what it holds
    ns3::Time delay;                               //!< before it does anything
    uint32_t mute{0};                              //!< commands that it will not answer
    int64_t residual{0};                           //!< residual of everything
    ns3::ScsiStatus status{ns3::ScsiStatus::GOOD}; //!< status of everything
    FcpBytes sense;                                //!< sense of everything
    std::vector<ns3::Ptr<ns3::ScsiTask>> commands; //!< all that came
    std::vector<ns3::Ptr<ns3::ScsiTask>> lost;     //!< those that were lost
    uint32_t writtenBytes{0};                      //!< data-out that came
    uint32_t most{0};                              //!< most commands at a time
    uint32_t running{0};                           //!< commands not answered
    bool tellsAborted{true};                       //!< reports TASK ABORTED to others
    /// Task management functions that came.
    std::vector<ns3::ScsiTaskManagementRequest> functions;
    std::vector<std::string> lostNexuses; //!< initiator ports that were lost

  private:
    /**
     * Answer a command.
     *
     * @param task the command
     */
    void Answer(ns3::Ptr<ns3::ScsiTask> task);

    /**
     * @param task a task
     * @return whether it was lost
     */
    bool IsLost(ns3::Ptr<ns3::ScsiTask> task) const;

    std::vector<ns3::Ptr<ns3::ScsiTask>> m_open; //!< commands not answered, as they came
};

/**
 * @ingroup fcal
 *
 * A loop with devices and, behind them, an initiator. AL_TIME is zero.
 */
class FcpBench
{
  public:
    /// Changes the helper before anything is made.
    using Setup = std::function<void(ns3::FcalHelper& helper)>;

    /**
     * @param devices number of devices
     * @param setup changes the helper, or nothing
     */
    explicit FcpBench(uint32_t devices, const Setup& setup = {});
    ~FcpBench();

    FcpBench(const FcpBench&) = delete;
    FcpBench& operator=(const FcpBench&) = delete;

    /**
     * Run until all initiators are logged in.
     */
    void LogIn() const;

    /**
     * Send a command now.
     *
     * @param device number of the device
     * @param where where in the device's contents
     * @param length bytes to read, 0 for none
     * @param out what to write
     * @return the command
     */
    ns3::Ptr<FcpTestTask> Send(uint32_t device,
                               uint32_t where,
                               uint32_t length,
                               const FcpBytes& out = {});

    /**
     * Run for some time.
     *
     * @param time how long
     */
    static void RunFor(ns3::Time time);

    /**
     * @param words a number of words
     * @return how long they take
     */
    ns3::Time Words(uint64_t words) const;

    /**
     * @return what speaks FCP on the initiators' port
     */
    ns3::Ptr<ns3::FcpNode> GetNode() const;

    /**
     * @param device number of a device
     * @return its target's port
     */
    ns3::Ptr<ns3::FcalPort> GetTargetPort(uint32_t device) const;

    ns3::FcalHelper helper;                              //!< made it all
    ns3::Ptr<ns3::FcalLoop> loop;                        //!< the loop
    std::vector<ns3::Ptr<FcpTestDevice>> devices;        //!< the devices
    std::vector<ns3::Ptr<ns3::FcpTarget>> targets;       //!< their targets
    std::vector<ns3::Ptr<ns3::FcpInitiator>> initiators; //!< the ways to them
    std::vector<std::unique_ptr<FcpTestClient>> clients; //!< who uses these
};

#endif /* FCP_TEST_BENCH_H */
