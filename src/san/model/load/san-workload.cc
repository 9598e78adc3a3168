/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-workload.h"

#include "san-load-options.h"
#include "san-program-options.h"

#include "ns3/double.h"
#include "ns3/iometer-configuration.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * Configure what a synthetic workload draws.
 *
 * @param o the options
 * @param typeId name of its class
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeDrawn(const SanLoadOptions& o, const std::string& typeId)
{
    const auto& list = o.GetList();
    std::ostringstream thinkTime;
    thinkTime << "ns3::ConstantRandomVariable[Constant=" << o.thinkTime.GetSeconds() << "]";
    BlockWorkloadHelper helper(typeId);
    helper.SetAttribute("Arrivals", StringValue(list.GetMeaning("workload")));
    helper.SetAttribute("Rate", DoubleValue(o.rate));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    helper.SetAttribute("ThinkTime", StringValue(thinkTime.str()));
    helper.SetAttribute("AddressPattern", StringValue(list.GetMeaning("pattern")));
    helper.SetAttribute("RequestSize", StringValue("ns3::ListRequestSize[Sizes=" + o.size + "]"));
    helper.SetAttribute("Alignment", UintegerValue(o.alignment));
    helper.SetAttribute("ReadFraction", DoubleValue(o.readFraction));
    return helper;
}

/**
 * Configure a synthetic workload.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeSynthetic(const SanLoadOptions& o)
{
    auto helper = MakeDrawn(o, "ns3::SyntheticWorkload");
    helper.SetAttribute("Count", UintegerValue(o.count));
    return helper;
}

/**
 * Set the attributes that are options with a name before them.
 *
 * @param o the options
 * @param program the attributes
 * @param helper the helper that gets them
 */
void
SetAttributes(const SanLoadOptions& o,
              const SanProgramOptions& program,
              BlockWorkloadHelper& helper)
{
    for (const auto& [attribute, own] : program.attributes)
    {
        helper.SetAttribute(attribute, StringValue(o.GetList().GetValue(program.word + attribute)));
    }
}

/**
 * Configure a workload that checks contents.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeVerifying(const SanLoadOptions& o)
{
    auto helper = MakeDrawn(o, "ns3::VerifyingWorkload");
    SetAttributes(o, GetSanVerification(), helper);
    helper.SetAttribute("LbaCount", UintegerValue(o.verifyBlocks));
    helper.SetAttribute("WorkCount", UintegerValue(o.count));
    helper.SetAttribute("WorkTime", TimeValue(o.stop));
    return helper;
}

/**
 * Configure the replay of a trace.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeReplay(const SanLoadOptions& o)
{
    const auto& list = o.GetList();
    BlockWorkloadHelper helper(list.GetMeaning("workload"));
    helper.SetAttribute("FileName", StringValue(o.trace));
    helper.SetAttribute("Format", StringValue(list.GetMeaning("traceFormat")));
    helper.SetAttribute("Columns", StringValue(o.traceColumns));
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
MakeIometer(const SanLoadOptions& o)
{
    BlockWorkloadHelper helper("ns3::IometerWorkload");
    helper.SetAttribute("FileName", StringValue(o.iometer));
    helper.SetAttribute("Specification", StringValue(o.specification));
    helper.SetAttribute("QueueDepth", UintegerValue(o.queueDepth));
    const auto changes = o.GetList().GetChanges();
    const bool isGiven = std::any_of(changes.begin(), changes.end(), [](const auto& change) {
        return change.name == "count";
    });
    // A run time in the file ends the worker, not the number of requests that others have.
    if (isGiven || IometerConfiguration::Read(o.iometer).runTime.IsZero())
    {
        helper.SetAttribute("Count", UintegerValue(o.count));
    }
    return helper;
}

/**
 * Configure the benchmark of a drive.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeBenchmark(const SanLoadOptions& o)
{
    const auto& benchmark = GetSanBenchmark();
    BlockWorkloadHelper helper(benchmark.typeId.GetName());
    SetAttributes(o, benchmark, helper);
    return helper;
}

/**
 * Configure what is no job file of fio.
 *
 * @param o the options
 * @return the helper that installs it
 */
BlockWorkloadHelper
MakeWorkload(const SanLoadOptions& o)
{
    auto helper = o.workload == "iometer" ? MakeIometer(o)
                  : o.HasBenchmark()      ? MakeBenchmark(o)
                  : o.HasVerification()   ? MakeVerifying(o)
                  : o.workload == "trace" ? MakeReplay(o)
                                          : MakeSynthetic(o);
    helper.SetAttribute("RampTime", TimeValue(o.rampTime));
    return helper;
}

} // namespace

SanWorkload::SanWorkload(const SanLoadOptions& o, uint32_t initiators)
    : m_helper(MakeHelper(o)),
      m_writers(o.HasVerification() ? o.GetWriters(initiators) : 0),
      m_hasWorkers(o.workload == "iometer")
{
}

std::variant<BlockWorkloadHelper, FioJobHelper>
SanWorkload::MakeHelper(const SanLoadOptions& o)
{
    if (o.workload == "fio")
    {
        return FioJobHelper(o.fio);
    }
    return MakeWorkload(o);
}

ApplicationContainer
SanWorkload::Install(Ptr<Node> node,
                     uint32_t number,
                     const std::vector<Ptr<BlockDevice>>& devices) const
{
    auto helper = m_helper;
    if (m_hasWorkers)
    {
        std::get<BlockWorkloadHelper>(helper).SetAttribute("Worker", UintegerValue(number));
    }
    const auto workloads =
        std::visit([&](const auto& one) { return one.Install(node, devices); }, helper);
    if (m_writers > 0)
    {
        const auto verifying = workloads.Get(0);
        verifying->SetAttribute("Parts", UintegerValue(m_writers));
        verifying->SetAttribute("Part", UintegerValue(number % m_writers));
        verifying->SetAttribute("Writer", UintegerValue(number));
    }
    return workloads;
}

std::vector<std::string>
SanWorkload::GetNotes() const
{
    const auto* jobs = std::get_if<FioJobHelper>(&m_helper);
    return jobs ? jobs->GetNotes() : std::vector<std::string>();
}

} // namespace ns3
