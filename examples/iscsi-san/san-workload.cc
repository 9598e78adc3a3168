/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-workload.h"

#include "san-options.h"

#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

namespace
{

/**
 * Configure a synthetic workload.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeSynthetic(const SanOptions& o)
{
    const auto& list = o.GetList();
    std::ostringstream thinkTime;
    thinkTime << "ns3::ConstantRandomVariable[Constant=" << o.thinkTime.GetSeconds() << "]";
    BlockWorkloadHelper helper("ns3::SyntheticWorkload");
    helper.SetAttribute("Arrivals", StringValue(list.GetMeaning("workload")));
    helper.SetAttribute("Rate", DoubleValue(o.rate));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    helper.SetAttribute("ThinkTime", StringValue(thinkTime.str()));
    helper.SetAttribute("AddressPattern", StringValue(list.GetMeaning("pattern")));
    helper.SetAttribute("RequestSize", StringValue("ns3::ListRequestSize[Sizes=" + o.size + "]"));
    helper.SetAttribute("Alignment", UintegerValue(4096));
    helper.SetAttribute("ReadFraction", DoubleValue(o.readFraction));
    helper.SetAttribute("Count", UintegerValue(o.count));
    return helper;
}

/**
 * Configure the replay of a trace.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeReplay(const SanOptions& o)
{
    const auto& list = o.GetList();
    BlockWorkloadHelper helper(list.GetMeaning("workload"));
    helper.SetAttribute("FileName", StringValue(o.trace));
    helper.SetAttribute("Format", StringValue(list.GetMeaning("traceFormat")));
    helper.SetAttribute("Arrivals", StringValue(list.GetMeaning("traceMode")));
    helper.SetAttribute("TimeScale", DoubleValue(o.timeScale));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    return helper;
}

} // namespace

BlockWorkloadHelper
MakeSanWorkload(const SanOptions& o)
{
    return o.workload == "trace" ? MakeReplay(o) : MakeSynthetic(o);
}

} // namespace ns3
