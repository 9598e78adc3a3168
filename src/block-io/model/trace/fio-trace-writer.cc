/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-trace-writer.h"

#include "fio-trace-reader.h"

namespace ns3
{

FioTraceWriter::FioTraceWriter(TraceFormat format)
    : TraceWriter(format),
      m_hasTime(format == TraceFormat::FIO3)
{
}

void
FioTraceWriter::Begin(std::string& text)
{
    text += FioTraceReader::GetHeader(m_hasTime ? TraceFormat::FIO3 : TraceFormat::FIO2);
    text += '\n';
}

void
FioTraceWriter::Format(const TraceRecord& record, std::string& text)
{
    const auto now = static_cast<uint64_t>(record.timeNs) / 1000;
    const bool isFirst = m_devices.insert(record.device).second;
    if (m_hasTime)
    {
        m_timeUs = now;
    }
    if (isFirst)
    {
        AppendAction(record.device, "add\n", text);
        AppendAction(record.device, "open\n", text);
    }
    if (now - m_timeUs >= FioTraceReader::MIN_WAIT_US)
    {
        AppendAction(record.device, "wait ", text);
        AppendExtent(now - m_timeUs, 0, text);
        m_timeUs = now;
    }
    AppendAction(record.device,
                 record.operation == BlockOperation::READ ? "read " : "write ",
                 text);
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    AppendExtent(record.lba * SECTOR, record.sectors * SECTOR, text);
}

void
FioTraceWriter::End(std::string& text)
{
    for (const auto device : m_devices)
    {
        AppendAction(device, "close\n", text);
    }
}

void
FioTraceWriter::AppendAction(uint32_t device, const char* action, std::string& text) const
{
    if (m_hasTime)
    {
        Append(m_timeUs, text);
        text += ' ';
    }
    text += FioTraceReader::DEVICE;
    Append(device, text);
    text += ' ';
    text += action;
}

void
FioTraceWriter::AppendExtent(uint64_t offset, uint64_t length, std::string& text)
{
    Append(offset, text);
    text += ' ';
    Append(length, text);
    text += '\n';
}

} // namespace ns3
