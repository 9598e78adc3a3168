/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-san.h"

#include "ns3/h2benchw-report.h"
#include "ns3/io-summary-table.h"
#include "ns3/run-interrupt.h"
#include "ns3/run-progress.h"
#include "ns3/san-scenario.h"
#include "ns3/san-verification.h"

#include <iostream>
#include <optional>
#include <utility>

namespace ns3
{

namespace
{

/**
 * Print what the benchmarks found, and warn of what they did not measure.
 *
 * @param benchmarks the benchmarks
 */
void
PrintBenchmarks(const std::vector<SanBenchmark>& benchmarks)
{
    for (const auto& [workload, initiator, drive] : benchmarks)
    {
        const H2benchwReport report(*workload);
        std::cout << "\n[h2benchw, initiator " << initiator << ", drive " << drive << "]\n";
        report.Print(std::cout);
        if (!report.IsComplete())
        {
            std::cerr << "warning: h2benchw of drive " << drive << " did not measure all\n";
        }
    }
}

/**
 * Warn of what failed without making the run a failure.
 *
 * @param san the network, after its run
 * @param isDone whether every workload ran to its end and nothing failed
 */
void
PrintWarnings(const SanScenario& san, bool isDone)
{
    if (!isDone && san.GetFailures().empty())
    {
        std::cerr << "warning: not all requests were completed, because a session failed\n";
    }
    const auto error = san.GetError();
    for (const auto& failure : san.GetFailures())
    {
        if (failure != error)
        {
            std::cerr << "warning: " << failure << "\n";
        }
    }
    const auto unread = san.GetVerification().GetUnreadBlocks();
    // Where no request went well that is no news.
    if (unread > 0 && error == san.GetVerification().GetError())
    {
        std::cerr << "warning: " << unread << " blocks were not read in the end\n";
    }
}

/**
 * Print what the programs report, and warn of those that did not do all.
 *
 * @param san the network, after its run
 */
void
PrintPrograms(const SanScenario& san)
{
    for (uint32_t i = 0; i < san.GetNPrograms(); ++i)
    {
        std::cout << "\n";
        const auto program = san.GetProgram(i);
        program->PrintReport(std::cout);
        if (program->IsStopped() || !program->GetErrors().empty())
        {
            std::cerr << "warning: program " << i << " did not do all of its work\n";
        }
    }
}

} // namespace

int
RunSan(SanOptions& options, const std::vector<std::string>& words)
{
    if (!options.Parse(words))
    {
        return 0;
    }
    SanScenario san(options);
    for (const auto& note : san.GetNotes())
    {
        std::cerr << "note: " << note << "\n";
    }
    const auto seen = san.GetNotes().size();
    RunInterrupt interrupt;
    std::optional<RunProgress> progress(std::in_place, options.output.quiet, "requests", [&san] {
        return RunProgress::Done{san.GetSummary().GetRequests(), san.GetShareDone()};
    });
    const bool isDone = san.Run(&interrupt);
    progress.reset();
    for (auto i = seen; i < san.GetNotes().size(); ++i)
    {
        std::cerr << "note: " << san.GetNotes()[i] << "\n";
    }
    PrintWarnings(san, isDone || san.GetInterruption());
    PrintIoSummaryHead(std::cout);
    PrintIoSummary(std::cout, san.GetSummary());
    for (const auto& [name, figures] : san.GetJobs())
    {
        std::cout << "[" << name << "]\n";
        PrintIoSummary(std::cout, figures);
    }
    PrintBenchmarks(san.GetBenchmarks());
    PrintPrograms(san);
    const auto error = san.GetError();
    if (!error.empty())
    {
        std::cerr << "error: " << error << "\n";
    }
    if (san.GetInterruption())
    {
        interrupt.Report(*san.GetInterruption(), options.output.folder);
    }
    interrupt.PassOn();
    return error.empty() ? 0 : 1;
}

} // namespace ns3
