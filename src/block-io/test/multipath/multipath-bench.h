/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MULTIPATH_BENCH_H
#define MULTIPATH_BENCH_H

#include "ns3/block-device.h"
#include "ns3/boolean.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/multipath-device.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A path for tests: it hands requests to a device behind it, and their answers back unless it is
 * lost meanwhile. Then nobody knows that the device did what was asked.
 */
class TestPath : public BlockDevice
{
  public:
    Ptr<BlockDevice> unit;             //!< what it leads to
    Time failureTime{MilliSeconds(1)}; //!< how long a request takes to fail while it is lost
    bool isReady{true};                //!< whether its device is ready
    BlockStatus fate{BlockStatus::OK}; //!< how requests end that do not reach the device
    std::vector<uint64_t> asked;       //!< first block of each request that came
    std::vector<Time> askedAt;         //!< and when
    Ptr<BlockRequest> latest;          //!< the latest of these

    /// Lose it.
    void Lose()
    {
        isReady = false;
        fate = BlockStatus::TRANSPORT_ERROR;
    }

    /// Repair it.
    void Return()
    {
        isReady = true;
        fate = BlockStatus::OK;
        NotifyReady();
    }

    bool IsReady() const override
    {
        return isReady;
    }

    uint64_t GetBlockCount() const override
    {
        return unit->GetBlockCount();
    }

    uint32_t GetBlockSize() const override
    {
        return unit->GetBlockSize();
    }

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        asked.push_back(request->lba);
        askedAt.push_back(Simulator::Now());
        latest = request;
        if (fate != BlockStatus::OK)
        {
            Simulator::Schedule(failureTime,
                                &TestPath::Complete,
                                Ptr<TestPath>(this),
                                request,
                                fate);
            return;
        }
        auto part = Create<BlockRequest>(request->operation, request->lba, request->blocks);
        part->data = request->data;
        part->timeline = request->timeline;
        part->completion = MakeCallback(&TestPath::Answered, this, request);
        unit->Submit(part);
    }

    /**
     * The device did what was asked.
     *
     * @param request what to answer
     * @param part what was asked
     */
    void Answered(Ptr<BlockRequest> request, Ptr<BlockRequest> part)
    {
        request->data = part->data;
        Complete(request, fate == BlockStatus::OK ? part->status : fate);
    }
};

/**
 * @ingroup block-io
 *
 * A multipath device over paths that serve one request at a time, each in a millisecond, unless
 * they lead to the same unit.
 */
class MultipathBench
{
  public:
    static constexpr uint32_t BLOCKS = 64;    //!< blocks of the unit
    static constexpr uint32_t BLOCK_SIZE = 8; //!< bytes of each

    /**
     * @param policy word of the policy's class, such as RoundRobin, perhaps with attributes
     * @param count number of paths
     * @param isShared whether they lead to one device, which keeps contents
     */
    explicit MultipathBench(const std::string& policy, uint32_t count = 2, bool isShared = false)
    {
        std::vector<Ptr<BlockDevice>> devices;
        const auto unit = MakeUnit(MilliSeconds(1), true);
        for (uint32_t i = 0; i < count; ++i)
        {
            auto path = CreateObject<TestPath>();
            path->unit = isShared ? unit : MakeUnit(MilliSeconds(1), false);
            paths.push_back(path);
            devices.push_back(path);
        }
        PointerValue value;
        value.DeserializeFromString("ns3::Multipath" + policy,
                                    MakePointerChecker<MultipathPolicy>());
        device = CreateObjectWithAttributes<MultipathDevice>("Policy",
                                                             value,
                                                             "CheckInterval",
                                                             TimeValue(MilliSeconds(10)));
        device->TraceConnectWithoutContext("PathUp", MakeCallback(&MultipathBench::NoteUp, this));
        device->TraceConnectWithoutContext("PathDown",
                                           MakeCallback(&MultipathBench::NoteDown, this));
        device->TraceConnectWithoutContext("Retry", MakeCallback(&MultipathBench::NoteRetry, this));
        m_devices = devices;
    }

    /// Takes all apart.
    ~MultipathBench()
    {
        Simulator::Destroy();
        device->Dispose();
    }

    MultipathBench(const MultipathBench&) = delete;
    MultipathBench& operator=(const MultipathBench&) = delete;

    /// Give the device its paths.
    void Open()
    {
        device->SetPaths(m_devices);
    }

    /**
     * @param latency of each request
     * @param keep true to keep contents
     * @return a device that serves one request at a time
     */
    static Ptr<BlockDevice> MakeUnit(Time latency, bool keep)
    {
        return CreateObjectWithAttributes<FixedLatencyDevice>("BlockCount",
                                                              UintegerValue(BLOCKS),
                                                              "BlockSize",
                                                              UintegerValue(BLOCK_SIZE),
                                                              "Latency",
                                                              TimeValue(latency),
                                                              "QueueDepth",
                                                              UintegerValue(1),
                                                              "StoreData",
                                                              BooleanValue(keep));
    }

    /**
     * Submit a request.
     *
     * @param operation the operation
     * @param lba the first block
     * @param data contents of a write, or null
     * @param blocks how many, unless it is a FLUSH
     * @return the request
     */
    Ptr<BlockRequest> Submit(BlockOperation operation,
                             uint64_t lba,
                             Ptr<Packet> data = nullptr,
                             uint32_t blocks = 1)
    {
        const bool isFlush = operation == BlockOperation::FLUSH;
        auto request = Create<BlockRequest>(operation, lba, isFlush ? 0 : blocks);
        request->data = data;
        request->completion = MakeCallback(&MultipathBench::Done, this);
        device->Submit(request);
        return request;
    }

    /**
     * Submit reads of blocks 0, 1, ...
     *
     * @param count how many
     */
    void SubmitReads(uint32_t count)
    {
        for (uint32_t lba = 0; lba < count; ++lba)
        {
            Submit(BlockOperation::READ, lba);
        }
    }

    /**
     * @param ms when, milliseconds
     * @param path number of a path
     * @param what what happens to it then
     */
    void At(double ms, uint32_t path, void (TestPath::*what)())
    {
        Simulator::Schedule(Seconds(ms / 1000), what, paths[path]);
    }

    std::vector<Ptr<TestPath>> paths;         //!< the paths
    Ptr<MultipathDevice> device;              //!< the device
    std::vector<Ptr<BlockRequest>> completed; //!< in order
    std::vector<Time> completedAt;            //!< and when
    /// What happened to paths and when, such as "up 0 at 1ms".
    std::vector<std::string> events;

  private:
    /**
     * @param request a completed request
     */
    void Done(Ptr<BlockRequest> request)
    {
        completed.push_back(request);
        completedAt.push_back(Simulator::Now());
    }

    /**
     * @param text what happened
     */
    void Note(const std::string& text)
    {
        events.push_back(text + " at " + std::to_string(Simulator::Now().GetMicroSeconds()) + "us");
    }

    /**
     * @param path a path that is up
     */
    void NoteUp(uint32_t path)
    {
        Note("up " + std::to_string(path));
    }

    /**
     * @param path a path that is down
     */
    void NoteDown(uint32_t path)
    {
        Note("down " + std::to_string(path));
    }

    /**
     * @param request a request that failed
     * @param path the path over which
     */
    void NoteRetry(Ptr<const BlockRequest> request, uint32_t path)
    {
        Note("block " + std::to_string(request->lba) + " from " + std::to_string(path));
    }

    std::vector<Ptr<BlockDevice>> m_devices; //!< the paths
};

} // namespace ns3

#endif /* MULTIPATH_BENCH_H */
