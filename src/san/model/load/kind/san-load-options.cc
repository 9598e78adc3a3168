/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-load-options.h"

#include <string>

namespace ns3
{

namespace
{

/// Most requests outstanding: they are in memory.
constexpr const char* MOST_OUTSTANDING = "1000000";

/// Most requests of a run, which takes weeks.
constexpr const char* MOST_REQUESTS = "1000000000000";

} // namespace

SanLoadOptions::SanLoadOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanLoadOptions::AddOptions(const std::function<std::string(const std::string&)>& getNeed)
{
    m_list.Add("rate",
               "Requests per second",
               rate,
               NumberRule("0.000001", "1000000000", "requests/s"),
               getNeed("rate"));
    m_list.Add("queueDepth",
               "Requests outstanding",
               queueDepth,
               IntegerRule("1", MOST_OUTSTANDING, "requests"),
               getNeed("queueDepth"));
    m_list.Add("thinkTime",
               "Time from a completion to the next request",
               thinkTime,
               TimeRule("0s", "5ms"),
               getNeed("thinkTime"));
    m_list.AddWord("pattern",
                   "Addresses: uniform, sequential or zipf",
                   pattern,
                   {{"uniform", "ns3::UniformAddressPattern"},
                    {"sequential", "ns3::SequentialAddressPattern"},
                    {"zipf", "ns3::ZipfAddressPattern"}},
                   getNeed("pattern"));
    m_list.Add("size",
               "Request sizes: 4096, or with weights 4096:3,65536:1",
               size,
               SizesRule(),
               getNeed("size"));
    m_list.Add("alignment",
               "Requests begin at multiples of this; 0 for one block. Requests in sequence leave "
               "gaps if they are smaller",
               alignment,
               IntegerRule("0", "1073741824", "bytes", "512"),
               getNeed("alignment"));
    m_list.Add("readFraction",
               "Share of reads",
               readFraction,
               NumberRule("0", "1"),
               getNeed("readFraction"));
    m_list.Add("count",
               "Requests of each initiator; verify: between its first and last phase",
               count,
               IntegerRule("1", MOST_REQUESTS, "requests"),
               getNeed("count"));
    m_list.Add(
        "stop",
        "No new requests after this time; 0s for no limit. verify: time between its first and "
        "last phase",
        stop,
        TimeRule("0s", "2s"));
    m_list.Add("rampTime",
               "Requests issued within this time from the start count in no result; a job of fio "
               "has ramp_time",
               rampTime,
               TimeRule("0s", "1s"),
               getNeed("rampTime"));
}

void
SanLoadOptions::AddTransfer()
{
    m_list.BeginGroup("workload");
    m_list.Add("readFraction",
               "Sender: 0 for the initiator, 1 for the target",
               readFraction,
               NumberRule("0", "1"));
    m_list.Add("stop", "How long to send bytes", stop, TimeRule("0s", "2s"));
}

} // namespace ns3
