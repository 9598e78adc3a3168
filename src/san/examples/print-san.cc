/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "print-san.h"

#include "ns3/h2benchw-report.h"
#include "ns3/io-summary-table.h"
#include "ns3/quantity-text.h"
#include "ns3/san-verification.h"

#include <iostream>

namespace ns3
{

namespace
{

/**
 * Warn of benchmarks that did not measure all.
 *
 * @param san the network, after its run
 */
void
WarnOfBenchmarks(const SanScenario& san)
{
    for (const auto& [workload, initiator, drive] : san.GetBenchmarks())
    {
        if (!H2benchwReport(*workload).IsComplete())
        {
            std::cerr << "warning: h2benchw of drive " << drive << " did not measure all\n";
        }
    }
}

/**
 * Warn of programs that did not do all.
 *
 * @param san the network, after its run
 */
void
WarnOfPrograms(const SanScenario& san)
{
    for (uint32_t i = 0; i < san.GetNPrograms(); ++i)
    {
        const auto program = san.GetProgram(i);
        if (!program->HasBegun())
        {
            std::cerr << "warning: program " << i << " did not begin\n";
        }
        else if (program->IsStopped() || !program->GetErrors().empty())
        {
            std::cerr << "warning: program " << i << " did not do all of its work\n";
        }
    }
}

} // namespace

void
PrintSanWarnings(const SanScenario& san, bool isDone)
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
        std::cerr << "warning: " << ToGroupedText(static_cast<double>(unread), 0)
                  << " blocks were not read in the end\n";
    }
    WarnOfBenchmarks(san);
    WarnOfPrograms(san);
}

void
PrintSanTables(const SanScenario& san)
{
    PrintIoSummaryHead(std::cout);
    PrintIoSummary(std::cout, san.GetSummary());
    for (const auto& [name, figures] : san.GetJobs())
    {
        std::cout << "[" << name << "]\n";
        PrintIoSummary(std::cout, figures);
    }
    for (const auto& [workload, initiator, drive] : san.GetBenchmarks())
    {
        std::cout << "\n[h2benchw, initiator " << initiator << ", drive " << drive << "]\n";
        H2benchwReport(*workload).Print(std::cout);
    }
    for (uint32_t i = 0; i < san.GetNPrograms(); ++i)
    {
        std::cout << "\n";
        san.GetProgram(i)->PrintReport(std::cout);
    }
}

} // namespace ns3
