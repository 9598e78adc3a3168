/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ARRAY_BENCH_H
#define ARRAY_BENCH_H

#include "ns3/block-array-helper.h"
#include "ns3/boolean.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * A member that can be told to fail, and counts what it is asked.
 */
class TestMember : public FixedLatencyDevice
{
  public:
    BlockStatus fate{BlockStatus::OK};              //!< how everything ends from now on
    std::map<BlockOperation, uint32_t> asked;       //!< how often it was asked what
    BlockRequest last{BlockOperation::FLUSH, 0, 0}; //!< what it was asked last
    BlockCacheSettings cache{false, true};          //!< which caches are on
    BlockCacheSettings changeable{false, false};    //!< which can be switched
    bool ready{true};                               //!< whether it is ready

    bool IsReady() const override
    {
        return ready;
    }

    uint64_t GetBlockCount() const override
    {
        return ready ? FixedLatencyDevice::GetBlockCount() : 0;
    }

    /**
     * Become ready.
     */
    void Open()
    {
        ready = true;
        NotifyReady();
    }

    BlockCacheSettings GetCacheSettings() const override
    {
        return cache;
    }

    BlockCacheSettings GetChangeableCacheSettings() const override
    {
        return changeable;
    }

    bool SetCacheSettings(const BlockCacheSettings& settings) override
    {
        cache = settings;
        return true;
    }

  protected:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        ++asked[request->operation];
        last = BlockRequest(request->operation, request->lba, request->blocks);
        last.order = request->order;
        last.forceUnitAccess = request->forceUnitAccess;
        if (fate == BlockStatus::OK)
        {
            FixedLatencyDevice::DoSubmit(request);
            return;
        }
        Simulator::Schedule(GetLatency(),
                            &TestMember::Complete,
                            Ptr<TestMember>(this),
                            request,
                            fate);
    }
};

/**
 * @ingroup block-io
 *
 * An array of members that take a millisecond for everything, with stripe units of 4 blocks.
 */
class ArrayBench
{
  public:
    /// What an array is made of.
    struct Shape
    {
        std::string type;    //!< the array's class without namespace
        uint32_t members;    //!< how many
        uint64_t blocks{64}; //!< blocks of each
        uint32_t unit{4};    //!< blocks of a stripe unit
        bool keep{false};    //!< true to keep contents
        uint32_t depth{32};  //!< requests that a member serves at once
    };

    /// Bytes in a block: few, so that whole arrays can be compared.
    static constexpr uint32_t BLOCK_SIZE = 8;

    /**
     * @param arrayShape what the array is made of
     */
    explicit ArrayBench(const Shape& arrayShape)
        : shape(arrayShape)
    {
        std::vector<Ptr<BlockDevice>> devices;
        for (uint32_t i = 0; i < shape.members; ++i)
        {
            members.push_back(MakeMember());
            devices.push_back(members.back());
        }
        BlockArrayHelper helper("ns3::" + shape.type);
        helper.SetAttribute("StripeUnit", UintegerValue(shape.unit));
        array = helper.Create(devices);
    }

    /// Takes the array apart.
    ~ArrayBench()
    {
        Simulator::Destroy();
        array->Dispose();
    }

    /**
     * @return a device like the members
     */
    Ptr<TestMember> MakeMember() const
    {
        auto member = CreateObject<TestMember>();
        member->SetAttribute("BlockCount", UintegerValue(shape.blocks));
        member->SetAttribute("BlockSize", UintegerValue(BLOCK_SIZE));
        member->SetAttribute("Latency", TimeValue(MilliSeconds(1)));
        member->SetAttribute("QueueDepth", UintegerValue(shape.depth));
        member->SetAttribute("StoreData", BooleanValue(shape.keep));
        return member;
    }

    /**
     * Submit a request.
     *
     * @param operation the operation
     * @param lba first block
     * @param blocks number of blocks
     * @param data contents of a write, or null
     * @return the request; its issueTime becomes the response time
     */
    Ptr<BlockRequest> Submit(BlockOperation operation,
                             uint64_t lba,
                             uint32_t blocks,
                             Ptr<Packet> data = nullptr)
    {
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->data = data;
        Submit(request);
        return request;
    }

    /**
     * @param request a request to submit
     */
    void Submit(Ptr<BlockRequest> request)
    {
        request->completion = MakeCallback(&ArrayBench::Done, this);
        array->Submit(request);
    }

    /**
     * Run one request to its end.
     *
     * @param operation the operation
     * @param lba first block
     * @param blocks number of blocks
     * @return the request; its issueTime becomes the response time
     */
    Ptr<BlockRequest> Run(BlockOperation operation, uint64_t lba, uint32_t blocks)
    {
        auto request = Submit(operation, lba, blocks);
        Simulator::Run();
        return request;
    }

    /**
     * Count from zero again.
     */
    void Reset()
    {
        for (auto& member : members)
        {
            member->asked.clear();
        }
    }

    /**
     * @param operation an operation
     * @return how often each member was asked for it, for example "1 0 2"
     */
    std::string GetAsked(BlockOperation operation) const
    {
        std::string text;
        for (const auto& member : members)
        {
            text += std::to_string(member->asked[operation]) + ' ';
        }
        text.pop_back();
        return text;
    }

    Shape shape;                          //!< what the array is made of
    std::vector<Ptr<TestMember>> members; //!< the members at the beginning
    Ptr<BlockArray> array;                //!< the array
    uint32_t completed{0};                //!< requests completed

  private:
    /**
     * @param request a complete request
     */
    void Done(Ptr<BlockRequest> request)
    {
        ++completed;
        request->issueTime = Simulator::Now() - request->issueTime;
    }
};

} // namespace ns3

#endif /* ARRAY_BENCH_H */
