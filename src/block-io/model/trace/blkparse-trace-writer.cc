/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "blkparse-trace-writer.h"

#include "blkparse-trace-reader.h"

namespace ns3
{

BlkparseTraceWriter::BlkparseTraceWriter(TraceEvent event)
    : TraceWriter(TraceFormat::BLKPARSE),
      m_event(event)
{
}

void
BlkparseTraceWriter::Format(const TraceRecord& record, std::string& text)
{
    constexpr uint64_t SECOND = 1000000000;
    text += "259,";
    Append(record.device, text);
    text += " 0 ";
    Append(++m_sequence, text);
    text += ' ';
    AppendTime(record.timeNs, SECOND, 9, text);
    text += " 0 ";
    text += BlkparseTraceReader::GetLetter(m_event);
    text += record.operation == BlockOperation::READ ? " R " : " W ";
    Append(record.lba, text);
    text += " + ";
    Append(record.sectors, text);
    text += " [trace]\n";
}

} // namespace ns3
