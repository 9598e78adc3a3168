/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-summary-table.h"

#include "ns3/figure-list.h"

#include <iomanip>

namespace ns3
{

namespace
{

/**
 * Print a row.
 *
 * @param os the stream
 * @param name of the requests
 * @param group their figures
 * @param span the time that rates are over, s
 */
void
PrintRow(std::ostream& os, const char* name, const IoSummary::Group& group, double span)
{
    os << std::left << std::setw(8) << name << std::right << std::setw(10) << group.GetCount()
       << std::fixed << std::setprecision(2);
    for (const double figure : {static_cast<double>(group.GetCount()) / span,
                                static_cast<double>(group.GetBytes()) / span / 1e6,
                                group.GetMean().GetSeconds() * 1e3,
                                group.GetPercentile(95).GetSeconds() * 1e3,
                                group.GetPercentile(99).GetSeconds() * 1e3})
    {
        os << std::setw(10) << figure;
    }
    os << "\n";
}

} // namespace

void
PrintIoSummaryHead(std::ostream& os)
{
    os << "          requests      IOPS      MB/s   mean ms    p95 ms    p99 ms\n";
}

void
PrintIoSummary(std::ostream& os, const IoSummary& summary)
{
    const auto seconds = (summary.GetEnd() - summary.GetStart()).GetSeconds();
    // Where nothing was done, the rates are 0.
    const auto span = seconds > 0 ? seconds : 1;
    PrintRow(os, "all", summary.GetAll(), span);
    PrintRow(os, "read", summary.GetGroup(BlockOperation::READ), span);
    PrintRow(os, "write", summary.GetGroup(BlockOperation::WRITE), span);
}

void
PrintIoStages(const FigureList& list, const IoSummary::Group& group)
{
    for (auto i = 0U; i < static_cast<unsigned>(IoStage::COUNT); ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (group.GetStageMean(stage).IsStrictlyPositive())
        {
            list.Print(GetIoStageName(stage), group.GetStageMean(stage).GetSeconds() * 1e6, "us");
        }
    }
}

} // namespace ns3
