/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TEST_BENCH_H
#define SAN_TEST_BENCH_H

#include "ns3/application-container.h"
#include "ns3/block-workload.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/ram-disk.h"
#include "ns3/san-program-options.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-tests
 *
 * Options as a command line gives them.
 */
class ParsedSanOptions : public IscsiSanOptions
{
  public:
    /**
     * @param words the words of the command line
     */
    explicit ParsedSanOptions(const std::vector<std::string>& words)
    {
        Parse(words);
    }
};

/**
 * @ingroup san-tests
 *
 * @param action what a user may do wrong
 * @return the text of the UserError it ends with, or nothing
 */
inline std::string
GetSanError(const std::function<void()>& action)
{
    std::string text;
    try
    {
        action();
    }
    catch (const UserError& error)
    {
        text = error.what();
    }
    Simulator::Destroy();
    return text;
}

/**
 * @ingroup san-tests
 *
 * @param fileName a file
 * @return what it holds, or "missing"
 */
inline std::string
ReadSanFile(const std::string& fileName)
{
    std::ifstream file(fileName, std::ios::binary);
    return file ? std::string(std::istreambuf_iterator<char>(file), {}) : "missing";
}

/**
 * @ingroup san-tests
 *
 * The workload of an initiator on drives of memory that take 1 ms for every request, however many
 * they have; they are right there, without a network.
 */
class SanLocalLoad
{
  public:
    /// A request as it was issued.
    struct Issue
    {
        int64_t us;               //!< when, in microseconds
        BlockOperation operation; //!< what it does
        uint32_t device;          //!< number of its drive
        uint64_t lba;             //!< its first block of 512 bytes
        uint32_t blocks;          //!< how many
    };

    /**
     * @param words the words of the command line
     * @param drives number of drives
     * @param initiator number of the initiator
     */
    explicit SanLocalLoad(const std::vector<std::string>& words,
                          uint32_t drives = 1,
                          uint32_t initiator = 0)
        : options(words)
    {
        std::vector<Ptr<BlockDevice>> devices;
        for (uint32_t i = 0; i < drives; ++i)
        {
            devices.push_back(
                CreateObjectWithAttributes<RamDisk>("Latency", TimeValue(MilliSeconds(1))));
        }
        workloads = options.load.GetBlockKind()->Install(
            {CreateObject<Node>(), initiator, options.initiators, devices});
        int64_t stream = 300;
        for (uint32_t i = 0; i < workloads.GetN(); ++i)
        {
            stream += Get(i)->AssignStreams(stream);
            Get(i)->SetRecordTimelines(true);
            Get(i)->TraceConnectWithoutContext("Issue",
                                               MakeCallback(&SanLocalLoad::NoteIssue, this));
            Get(i)->TraceConnectWithoutContext("Measure",
                                               MakeCallback(&SanLocalLoad::NoteMeasure, this));
        }
    }

    ~SanLocalLoad()
    {
        Simulator::Destroy();
    }

    SanLocalLoad(const SanLocalLoad&) = delete;
    SanLocalLoad& operator=(const SanLocalLoad&) = delete;

    /**
     * @param i number of a workload
     * @return the workload
     */
    Ptr<BlockWorkload> Get(uint32_t i) const
    {
        return DynamicCast<BlockWorkload>(workloads.Get(i));
    }

    /**
     * @return when each request was issued, in microseconds
     */
    std::vector<int64_t> GetTimes() const
    {
        std::vector<int64_t> times;
        for (const auto& issue : issued)
        {
            times.push_back(issue.us);
        }
        return times;
    }

    ParsedSanOptions options;       //!< the options
    ApplicationContainer workloads; //!< the workloads
    std::vector<Issue> issued;      //!< the requests, in order
    uint32_t measured{0};           //!< how many count

  private:
    /**
     * @param request a request that is issued now
     * @param device number of its drive
     */
    void NoteIssue(Ptr<const BlockRequest> request, uint32_t device)
    {
        issued.push_back({Simulator::Now().GetMicroSeconds(),
                          request->operation,
                          device,
                          request->lba,
                          request->blocks});
    }

    /**
     * A request completed that counts.
     */
    void NoteMeasure(Ptr<const BlockRequest>, uint32_t)
    {
        ++measured;
    }
};

} // namespace ns3

#endif /* SAN_TEST_BENCH_H */
