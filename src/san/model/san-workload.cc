/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-workload.h"

#include "san-options.h"
#include "san-program-options.h"

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
    helper.SetAttribute("Alignment", UintegerValue(o.alignment));
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
    helper.SetAttribute("Fit", StringValue(list.GetMeaning("fit")));
    helper.SetAttribute("TimeScale", DoubleValue(o.timeScale));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    return helper;
}

/**
 * Configure a worker of IOMeter.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeIometer(const SanOptions& o)
{
    BlockWorkloadHelper helper("ns3::IometerWorkload");
    helper.SetAttribute("FileName", StringValue(o.iometer));
    helper.SetAttribute("Specification", StringValue(o.specification));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    helper.SetAttribute("Count", UintegerValue(o.count));
    return helper;
}

/**
 * Configure the benchmark of a drive.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeBenchmark(const SanOptions& o)
{
    const auto& benchmark = GetSanBenchmark();
    BlockWorkloadHelper helper(benchmark.typeId.GetName());
    for (const auto& [attribute, own] : benchmark.attributes)
    {
        helper.SetAttribute(attribute,
                            StringValue(o.GetList().GetValue(benchmark.word + attribute)));
    }
    return helper;
}

/**
 * Configure what is no job file of fio.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeWorkload(const SanOptions& o)
{
    auto helper = !o.iometer.empty()      ? MakeIometer(o)
                  : o.HasBenchmark()      ? MakeBenchmark(o)
                  : o.workload == "trace" ? MakeReplay(o)
                                          : MakeSynthetic(o);
    helper.SetAttribute("RampTime", TimeValue(o.rampTime));
    return helper;
}

} // namespace

SanWorkload::SanWorkload(const SanOptions& o)
    : m_helper(MakeWorkload(o))
{
    if (!o.fio.empty())
    {
        m_helper = FioJobHelper(o.fio);
    }
}

ApplicationContainer
SanWorkload::Install(Ptr<Node> node, const std::vector<Ptr<BlockDevice>>& devices) const
{
    return std::visit([&](const auto& helper) { return helper.Install(node, devices); }, m_helper);
}

std::vector<std::string>
SanWorkload::GetNotes() const
{
    const auto* jobs = std::get_if<FioJobHelper>(&m_helper);
    return jobs ? jobs->GetNotes() : std::vector<std::string>();
}

} // namespace ns3
