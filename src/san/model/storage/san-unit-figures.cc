/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-unit-figures.h"

#include "ns3/json-writer.h"

namespace ns3
{

void
SanUnitFigures::Attach(Ptr<BlockDevice> unit)
{
    m_isAny = true;
    // A reference that counts would keep the unit alive by its own trace.
    const BlockDevice* plain = PeekPointer(unit);
    unit->TraceConnectWithoutContext("Complete",
                                     MakeCallback(&SanUnitFigures::Completed, this).Bind(plain));
}

void
SanUnitFigures::Completed(const BlockDevice* unit, Ptr<const BlockRequest> request)
{
    const bool isWrite = request->operation == BlockOperation::WRITE;
    if (request->status != BlockStatus::OK ||
        (!isWrite && request->operation != BlockOperation::READ))
    {
        return;
    }
    auto& sum = isWrite ? m_writes : m_reads;
    ++sum.requests;
    sum.bytes += static_cast<uint64_t>(request->blocks) * unit->GetBlockSize();
}

void
SanUnitFigures::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (!m_isAny)
    {
        return;
    }
    json.BeginLine().Key("units").BeginObject();
    json.Key("reads").Integer(m_reads.requests);
    json.Key("read_bytes").Integer(m_reads.bytes);
    json.Key("writes").Integer(m_writes.requests);
    json.Key("written_bytes").Integer(m_writes.bytes);
    json.EndObject();
}

} // namespace ns3
