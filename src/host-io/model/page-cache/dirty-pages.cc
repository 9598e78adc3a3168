/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dirty-pages.h"

namespace ns3
{

bool
DirtyPages::Mark(CachedPage& page, Time now)
{
    if (page.dirty)
    {
        return false;
    }
    auto& pages = *page.owner;
    page.dirty = true;
    page.sequence = ++m_sequence;
    if (pages.unfinished.empty())
    {
        pages.unfinishedPlace =
            m_unfinishedMappings.insert(m_unfinishedMappings.end(), Ptr<MappingPages>(&pages));
    }
    pages.unfinished.insert(pages.unfinished.end(), page.sequence);
    if (pages.toWrite.empty())
    {
        pages.dirtied = now;
    }
    if (!page.writing)
    {
        AddToWrite(page);
    }
    return true;
}

void
DirtyPages::AddToWrite(CachedPage& page)
{
    auto& pages = *page.owner;
    if (pages.toWrite.empty())
    {
        pages.toWritePlace =
            m_mappingsToWrite.insert(m_mappingsToWrite.end(), Ptr<MappingPages>(&pages));
    }
    pages.toWrite.emplace_hint(pages.toWrite.end(), page.number, &page);
    ++m_toWrite;
}

void
DirtyPages::RemoveToWrite(CachedPage& page)
{
    auto& pages = *page.owner;
    pages.toWrite.erase(page.number);
    --m_toWrite;
    if (pages.toWrite.empty())
    {
        m_mappingsToWrite.erase(pages.toWritePlace);
        pages.turn = 0;
    }
}

void
DirtyPages::StartWriting(CachedPage& page)
{
    RemoveToWrite(page);
    page.dirty = false;
    page.writing = true;
    page.written = page.sequence;
    ++m_writing;
}

void
DirtyPages::EndWriting(CachedPage& page)
{
    page.writing = false;
    --m_writing;
    if (!page.owner)
    {
        return;
    }
    if (page.dirty)
    {
        AddToWrite(page);
    }
    Finish(*page.owner, page.written);
}

void
DirtyPages::Forget(CachedPage& page)
{
    if (!page.dirty)
    {
        return;
    }
    if (!page.writing)
    {
        RemoveToWrite(page);
    }
    page.dirty = false;
    Finish(*page.owner, page.sequence);
}

void
DirtyPages::Drop(CachedPage& page)
{
    Forget(page);
    if (page.writing)
    {
        Finish(*page.owner, page.written);
    }
}

void
DirtyPages::Finish(MappingPages& pages, uint64_t sequence)
{
    if (pages.unfinished.erase(sequence) > 0 && pages.unfinished.empty())
    {
        m_unfinishedMappings.erase(pages.unfinishedPlace);
    }
}

uint64_t
DirtyPages::GetSequence() const
{
    return m_sequence;
}

uint64_t
DirtyPages::GetToWrite() const
{
    return m_toWrite;
}

uint64_t
DirtyPages::GetWriting() const
{
    return m_writing;
}

uint64_t
DirtyPages::GetCount() const
{
    return m_toWrite + m_writing;
}

const DirtyPages::Mappings&
DirtyPages::GetMappingsToWrite() const
{
    return m_mappingsToWrite;
}

const DirtyPages::Mappings&
DirtyPages::GetUnfinishedMappings() const
{
    return m_unfinishedMappings;
}

void
DirtyPages::EndTurn(MappingPages& pages)
{
    m_mappingsToWrite.splice(m_mappingsToWrite.end(), m_mappingsToWrite, pages.toWritePlace);
    pages.turn = 0;
}

void
DirtyPages::Clear()
{
    m_toWrite = 0;
    m_writing = 0;
    m_mappingsToWrite.clear();
    m_unfinishedMappings.clear();
}

} // namespace ns3
