/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-reader.h"

#include "ns3/user-error.h"

namespace ns3
{

TraceReader::TraceReader(std::unique_ptr<LineReader> lines, Format format)
    : m_lines(std::move(lines)),
      m_info(TraceFormatInfo::Get(format))
{
}

bool
TraceReader::Next(TraceRecord& record)
{
    while (m_lineRead || m_lines->Next())
    {
        m_lineRead = false;
        record = TraceRecord();
        record.line = m_lines->GetLineNumber();
        if (Parse(*m_lines, record))
        {
            if (m_info.isOrdered && record.timeNs < m_lastTime)
            {
                Fail("its time is before that of the previous record");
            }
            m_lastTime = record.timeNs;
            ++m_records;
            return true;
        }
    }
    if (m_records == 0)
    {
        throw UserError(m_lines->GetFileName() + ": the trace holds no request; expected " +
                        m_info.name + " '" + GetExpectation() + "'");
    }
    return false;
}

TraceReader::Format
TraceReader::GetFormat() const
{
    return m_info.format;
}

bool
TraceReader::HasTimes() const
{
    return m_info.hasTimes;
}

uint64_t
TraceReader::GetWidened() const
{
    return m_widened;
}

uint64_t
TraceReader::GetLeftOut() const
{
    return m_leftOut;
}

void
TraceReader::LeaveOut()
{
    ++m_leftOut;
}

void
TraceReader::Fail(const std::string& message) const
{
    m_lines->Fail(message);
}

std::string
TraceReader::GetExpectation() const
{
    return m_info.layout;
}

const LineReader&
TraceReader::GetLines() const
{
    return *m_lines;
}

void
TraceReader::SkipLine()
{
    m_lineRead = m_lines->Next();
}

void
TraceReader::SetExtent(uint64_t address, uint64_t length, const char* name, TraceRecord& record)
{
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    if (length == 0)
    {
        Fail(std::string(name) + " is 0");
    }
    record.lba = address / SECTOR;
    const auto sectors = (address % SECTOR + length + SECTOR - 1) / SECTOR;
    if (sectors > TraceRecord::MAX_SECTORS)
    {
        Fail(std::string(name) + " is more than " + std::to_string(TraceRecord::MAX_SECTORS) +
             " sectors");
    }
    record.sectors = sectors;
    m_widened += (address | length) % SECTOR != 0 ? 1 : 0;
}

} // namespace ns3
