/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "column-trace-writer.h"

#include "ns3/user-error.h"

namespace ns3
{

ColumnTraceWriter::ColumnTraceWriter(TraceFormat format, TraceColumns columns)
    : TraceWriter(format),
      m_columns(std::move(columns)),
      m_places(m_columns.titles.size(), TraceColumns::N_FIELDS)
{
    for (std::size_t field = TraceColumns::TIME; field < TraceColumns::N_FIELDS; ++field)
    {
        if (m_columns.Has(static_cast<TraceColumns::Field>(field)))
        {
            m_places[m_columns.fields[field].place] = static_cast<TraceColumns::Field>(field);
        }
    }
}

void
ColumnTraceWriter::Begin(std::string& text)
{
    if (m_columns.header != TraceColumns::Header::NAMES &&
        m_columns.header != TraceColumns::Header::CHOOSES)
    {
        return;
    }
    for (const auto& title : m_columns.titles)
    {
        text += title;
        text += m_columns.separators.front();
    }
    text.back() = '\n';
}

void
ColumnTraceWriter::Format(const TraceRecord& record, std::string& text)
{
    for (std::size_t place = 0; place < m_places.size(); ++place)
    {
        if (m_places[place] == TraceColumns::N_FIELDS)
        {
            text += place < m_columns.fillers.size() ? m_columns.fillers[place] : "-";
        }
        else
        {
            AppendField(m_places[place], record, text);
        }
        text += m_columns.separators.front();
    }
    text.back() = '\n';
}

void
ColumnTraceWriter::AppendField(TraceColumns::Field field,
                               const TraceRecord& record,
                               std::string& text) const
{
    switch (field)
    {
    case TraceColumns::TIME: {
        const auto& column = m_columns.fields[field];
        if (column.isFileTime)
        {
            Append(record.timeNs / column.unit + TraceColumns::FILE_TIME_OF_1970, text);
        }
        else
        {
            AppendTime(record.timeNs, column.unit, column.decimals, text);
        }
        break;
    }
    case TraceColumns::OPERATION:
        text += GetWord(record.operation);
        break;
    case TraceColumns::ADDRESS:
        AppendBytes(field, record.lba, text);
        break;
    case TraceColumns::LENGTH:
        AppendBytes(field, record.sectors, text);
        break;
    case TraceColumns::DEVICE:
        Append(record.device, text);
        break;
    case TraceColumns::OBSERVED:
    case TraceColumns::THINK: {
        const auto& column = m_columns.fields[field];
        const auto ns = field == TraceColumns::THINK ? record.thinkNs : record.observedNs;
        AppendTime(ns, column.unit, column.decimals, text);
        break;
    }
    case TraceColumns::N_FIELDS:
        break;
    }
}

void
ColumnTraceWriter::AppendBytes(TraceColumns::Field field, uint64_t sectors, std::string& text) const
{
    const auto& column = m_columns.fields[field];
    const auto bytes = sectors * TraceRecord::SECTOR_SIZE;
    if (bytes % column.unit != 0)
    {
        throw UserError("column '" + column.title + "' has a unit of " +
                        std::to_string(column.unit) + " bytes, of which " + std::to_string(bytes) +
                        " is no multiple");
    }
    Append(bytes / column.unit, text);
}

const char*
ColumnTraceWriter::GetWord(BlockOperation operation) const
{
    const bool isRead = operation == BlockOperation::READ;
    switch (m_columns.operations)
    {
    case TraceColumns::Operations::LETTER:
        return isRead ? "R" : "W";
    case TraceColumns::Operations::WORD:
        return isRead ? "Read" : "Write";
    case TraceColumns::Operations::NUMBER:
        return isRead ? "0" : "1";
    case TraceColumns::Operations::FLAGS:
    case TraceColumns::Operations::READ_BIT:
        return isRead ? "1" : "0";
    case TraceColumns::Operations::OPCODE:
        return isRead ? "28" : "2a";
    }
    return "";
}

} // namespace ns3
