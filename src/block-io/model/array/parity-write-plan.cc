/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "parity-write-plan.h"

#include <algorithm>

namespace ns3
{

ParityWritePlan::ParityWritePlan(uint32_t unit,
                                 uint32_t dataUnits,
                                 uint32_t begin,
                                 uint32_t end,
                                 std::optional<uint32_t> missing)
    : parity{dataUnits, 0, unit}
{
    FindWrites(unit, begin, end);
    method = ChooseMethod(dataUnits, missing);
    if (method == Method::NONE)
    {
        return;
    }
    if (method == Method::MODIFY)
    {
        reads = writes;
        reads.push_back(parity);
        return;
    }
    const bool all = method == Method::RESTORE;
    for (uint32_t column = 0; column < dataUnits + all; ++column)
    {
        if (column != missing && (all || !IsCovered(column)))
        {
            reads.push_back({column, parity.begin, parity.end});
        }
    }
}

void
ParityWritePlan::FindWrites(uint32_t unit, uint32_t begin, uint32_t end)
{
    const auto first = begin / unit;
    const auto last = (end - 1) / unit;
    for (auto column = first; column <= last; ++column)
    {
        writes.push_back({column,
                          column == first ? begin % unit : 0,
                          column == last ? (end - 1) % unit + 1 : unit});
    }
    if (first == last)
    {
        parity.begin = writes.front().begin;
        parity.end = writes.front().end;
    }
}

const ParityWritePlan::Range*
ParityWritePlan::FindWrite(uint32_t column) const
{
    const auto first = writes.front().column;
    const bool isWritten = column >= first && column - first < writes.size();
    return isWritten ? &writes[column - first] : nullptr;
}

bool
ParityWritePlan::IsCovered(uint32_t column) const
{
    const auto* write = FindWrite(column);
    return write && write->begin == parity.begin && write->end == parity.end;
}

ParityWritePlan::Method
ParityWritePlan::ChooseMethod(uint32_t dataUnits, std::optional<uint32_t> missing) const
{
    if (missing == dataUnits)
    {
        return Method::NONE;
    }
    if (missing && !FindWrite(*missing))
    {
        return Method::MODIFY;
    }
    if (missing)
    {
        return IsCovered(*missing) ? Method::RECONSTRUCT : Method::RESTORE;
    }
    std::size_t uncovered = 0;
    for (uint32_t column = 0; column < dataUnits; ++column)
    {
        uncovered += !IsCovered(column);
    }
    return uncovered <= writes.size() + 1 ? Method::RECONSTRUCT : Method::MODIFY;
}

} // namespace ns3
