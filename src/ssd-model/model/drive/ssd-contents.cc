/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-contents.h"

#include "ns3/ssd-parameters.h"

#include <algorithm>

namespace ns3
{

SsdContents::SsdContents(uint32_t blockSize)
    : m_unitBlocks(SsdParameters::UNIT_BYTES / blockSize),
      m_seen(blockSize)
{
}

void
SsdContents::Apply(Ptr<BlockRequest> request)
{
    if (request->operation == BlockOperation::WRITE && request->blocks > 0)
    {
        const auto last = (request->lba + request->blocks - 1) / m_unitBlocks;
        for (auto unit = request->lba / m_unitBlocks; unit <= last; ++unit)
        {
            NoteRewritten(unit);
        }
    }
    m_seen.Apply(request);
}

void
SsdContents::NoteRewritten(uint64_t unit)
{
    const auto [entry, isNew] = m_units.try_emplace(unit);
    if (isNew)
    {
        entry->second.onFlash = Read(unit);
    }
    entry->second.isRewritten = true;
}

void
SsdContents::Unmap(uint64_t lba, uint32_t blocks)
{
    m_seen.WriteZeros(lba, blocks);
    const auto end = (lba + blocks) / m_unitBlocks;
    auto entry = m_units.lower_bound((lba + m_unitBlocks - 1) / m_unitBlocks);
    while (entry != m_units.end() && entry->first < end)
    {
        auto& unit = entry->second;
        if (!unit.inProgram)
        {
            entry = m_units.erase(entry);
            continue;
        }
        // What is being programmed is nothing that anybody will read.
        unit.onFlash = unit.inProgram = Read(entry->first);
        unit.isRewritten = false;
        ++entry;
    }
}

void
SsdContents::BeginProgram(const SsdStripe& stripe)
{
    for (const auto unit : stripe.units)
    {
        auto& entry = m_units.at(unit);
        entry.inProgram = Read(unit);
        entry.isRewritten = false;
    }
}

void
SsdContents::EndProgram(const SsdStripe& stripe)
{
    for (const auto unit : stripe.units)
    {
        const auto found = m_units.find(unit);
        if (found->second.isRewritten)
        {
            found->second.onFlash = found->second.inProgram;
            found->second.inProgram = nullptr;
        }
        else
        {
            m_units.erase(found);
        }
    }
}

Ptr<Packet>
SsdContents::ReadFlash(uint64_t lba, uint32_t blocks, bool isSaved) const
{
    if (isSaved)
    {
        return m_seen.Read(lba, blocks);
    }
    const auto data = Create<Packet>();
    const auto end = lba + blocks;
    while (lba < end)
    {
        const auto unit = lba / m_unitBlocks;
        const auto next = std::min((unit + 1) * m_unitBlocks, end);
        const auto count = static_cast<uint32_t>(next - lba);
        const auto buffered = m_units.find(unit);
        if (buffered == m_units.end())
        {
            data->AddAtEnd(m_seen.Read(lba, count));
        }
        else
        {
            const auto size = buffered->second.onFlash->GetSize() / m_unitBlocks;
            data->AddAtEnd(buffered->second.onFlash->CreateFragment(
                static_cast<uint32_t>(lba - unit * m_unitBlocks) * size,
                count * size));
        }
        lba = next;
    }
    return data;
}

void
SsdContents::EndBuffer(bool isSaved)
{
    if (!isSaved)
    {
        for (const auto& [unit, data] : m_units)
        {
            m_seen.Write(unit * m_unitBlocks, data.onFlash);
        }
    }
    m_units.clear();
}

Ptr<Packet>
SsdContents::Read(uint64_t unit) const
{
    return m_seen.Read(unit * m_unitBlocks, m_unitBlocks);
}

} // namespace ns3
