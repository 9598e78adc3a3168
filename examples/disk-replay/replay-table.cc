/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-table.h"

#include "replay-statistics.h"

#include <charconv>

namespace ns3
{

namespace
{

/**
 * @param value a number
 * @param row where to append it
 */
void
AppendInteger(uint64_t value, std::string& row)
{
    char text[20];
    row.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

/**
 * Append a time in milliseconds with six decimals.
 *
 * @param ns the time in nanoseconds, 0 or more
 * @param row where to
 */
void
AppendMilliSeconds(int64_t ns, std::string& row)
{
    constexpr int64_t MILLISECOND = 1000000;
    AppendInteger(ns / MILLISECOND, row);
    const auto point = row.size();
    // A leading 1 keeps the zeros behind the point; the point takes its place.
    AppendInteger(MILLISECOND + ns % MILLISECOND, row);
    row[point] = '.';
}

} // namespace

ReplayTable::ReplayTable(const std::string& fileName, bool hasObserved)
    : m_file(fileName),
      m_hasObserved(hasObserved)
{
    m_row = "number,operation,lba,sectors,issue_ms,observed_ms,simulated_ms";
    for (const auto* component : COMPONENTS)
    {
        m_row += std::string(",") + component + "_ms";
    }
    m_file.Write(m_row + ",seek_distance,hit\n");
}

void
ReplayTable::Add(const BlockRequest& request,
                 const TraceRecord& record,
                 Time response,
                 const DiskService& service)
{
    m_row.clear();
    AppendInteger(request.number, m_row);
    m_row += request.operation == BlockOperation::READ ? ",R," : ",W,";
    AppendInteger(record.lba, m_row);
    m_row += ',';
    AppendInteger(record.sectors, m_row);
    m_row += ',';
    AppendMilliSeconds(request.issueTime.GetNanoSeconds(), m_row);
    m_row += ',';
    if (m_hasObserved)
    {
        AppendMilliSeconds(record.observedNs, m_row);
    }
    m_row += ',';
    AppendMilliSeconds(response.GetNanoSeconds(), m_row);
    for (const auto component : GetComponents(service))
    {
        m_row += ',';
        AppendMilliSeconds(component, m_row);
    }
    m_row += ',';
    AppendInteger(service.seekDistance, m_row);
    m_row += ',';
    m_row += HITS[static_cast<std::size_t>(service.hit)];
    m_row += '\n';
    m_file.Write(m_row);
}

void
ReplayTable::Commit()
{
    m_file.Commit();
}

} // namespace ns3
