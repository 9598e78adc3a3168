/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "io-summary-table.h"

#include "ns3/figure-list.h"
#include "ns3/quantity-text.h"

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
    const auto requests = static_cast<double>(group.GetCount());
    // A figure that is too long for its column moves those behind it, and stays apart from them.
    os << std::left << std::setw(6) << name << std::right << ' ' << std::setw(11)
       << ToGroupedText(requests, 0) << ' ' << std::setw(12) << ToGroupedText(requests / span, 2);
    for (const double figure : {static_cast<double>(group.GetBytes()) / span / 1e6,
                                group.GetMean().GetSeconds() * 1e3,
                                group.GetPercentile(95).GetSeconds() * 1e3,
                                group.GetPercentile(99).GetSeconds() * 1e3})
    {
        os << ' ' << std::setw(10) << ToGroupedText(figure, 2);
    }
    os << "\n";
}

/**
 * Call a function for each stage of a table's columns.
 *
 * @param use the function, which gets the stage
 */
template <typename Function>
void
ForEachColumn(Function use)
{
    for (auto i = static_cast<unsigned>(IoStage::ISSUED) + 1;
         i < static_cast<unsigned>(IoStage::COUNT);
         ++i)
    {
        const auto stage = static_cast<IoStage>(i);
        if (GetIoStageGroup(stage) == IoStageGroup::COMMON)
        {
            use(stage);
        }
    }
}

} // namespace

void
PrintIoSummaryHead(std::ostream& os)
{
    os << "          requests         IOPS       MB/s    mean ms     p95 ms     p99 ms\n";
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

void
PrintIoStageHead(std::ostream& os)
{
    os << std::setw(9) << "errors" << std::setw(9) << "latency";
    ForEachColumn([&os](IoStage stage) { os << std::setw(19) << GetIoStageName(stage); });
    os << "\n";
}

void
PrintIoStageRow(std::ostream& os, const IoSummary& summary)
{
    const auto& all = summary.GetAll();
    os << std::setw(9) << summary.GetErrors() << std::fixed << std::setprecision(3) << std::setw(9)
       << all.GetMean().GetSeconds() * 1e3;
    ForEachColumn([&os, &all](IoStage stage) {
        os << std::setw(19) << all.GetStageMean(stage).GetSeconds() * 1e3;
    });
    os << "\n";
}

} // namespace ns3
