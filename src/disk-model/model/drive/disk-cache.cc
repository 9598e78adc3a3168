/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-cache.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiskCache");

DiskCache::DiskCache(const DiskCacheParameters& parameters)
    : m_parameters(parameters),
      m_segments(parameters.segments)
{
}

DiskSegment*
DiskCache::Find(uint64_t lba)
{
    DiskSegment* found = nullptr;
    for (auto& segment : m_segments)
    {
        if (segment.held.Contains(lba) && (!segment.written || m_parameters.readHitsOnWrites) &&
            (!found || segment.held.end > found->held.end))
        {
            found = &segment;
        }
    }
    return found;
}

void
DiskCache::Touch(DiskSegment& segment)
{
    segment.lastUse = ++m_uses;
}

bool
DiskCache::Serves(const DiskSegment& segment, bool forWrites) const
{
    const auto isForWrites = &segment - m_segments.data() < m_parameters.writeSegments;
    return m_parameters.separateWrites ? isForWrites == forWrites : true;
}

DiskSegment*
DiskCache::FindVictim(bool forWrites)
{
    DiskSegment* victim = nullptr;
    for (auto& segment : m_segments)
    {
        if (segment.dirty.IsEmpty() && Serves(segment, forWrites) &&
            (!victim || segment.lastUse < victim->lastUse))
        {
            victim = &segment;
        }
    }
    return victim;
}

DiskSegment*
DiskCache::Take(bool forWrites)
{
    const auto segment = FindVictim(forWrites);
    if (segment)
    {
        *segment = {};
    }
    return segment;
}

DiskSegment*
DiskCache::TakeForRead(const DiskRun& run)
{
    const auto segment = Take(false);
    if (segment)
    {
        segment->held = run;
        Extend(*segment, run.end);
        Touch(*segment);
    }
    return segment;
}

bool
DiskCache::MayExtend(const DiskSegment& segment) const
{
    return segment.dirty.IsEmpty() && Serves(segment, false);
}

void
DiskCache::Extend(DiskSegment& segment, uint64_t end)
{
    segment.held.end = std::max(segment.held.end, end);
    if (segment.held.GetLength() > m_parameters.segmentBlocks)
    {
        segment.held.begin = segment.held.end - m_parameters.segmentBlocks;
    }
}

bool
DiskCache::CanHold(const DiskRun& run) const
{
    const auto most = m_parameters.streamsWrites ? m_parameters.writeSegments
                                                 : std::min(m_parameters.writeSegments, 1U);
    return run.GetLength() <= uint64_t{most} * m_parameters.segmentBlocks;
}

DiskSegment*
DiskCache::FindContinued(const DiskRun& run)
{
    for (auto& segment : m_segments)
    {
        const auto isDirty = !segment.dirty.IsEmpty();
        const auto& known = isDirty ? segment.dirty : segment.held;
        const auto continues = isDirty ? run.begin >= known.begin && run.begin <= known.end
                                       : segment.written && run.begin == known.end;
        const auto fits = !isDirty || run.end <= segment.dirty.begin + m_parameters.segmentBlocks;
        if (m_parameters.combineWrites && !known.IsEmpty() && continues && fits)
        {
            return &segment;
        }
    }
    return nullptr;
}

bool
DiskCache::Write(const DiskRun& run)
{
    auto segment = FindContinued(run);
    const auto isElsewhere = [&run, segment](const DiskSegment& other) {
        return &other != segment && other.dirty.Overlaps(run);
    };
    if (run.Overlaps(m_onTheWay) || std::any_of(m_segments.begin(), m_segments.end(), isElsewhere))
    {
        return false;
    }
    const auto isClean = !segment || segment->dirty.IsEmpty();
    const auto size = m_parameters.segmentBlocks;
    const auto pieces = size > 0 ? (run.GetLength() + size - 1) / size : 1;
    if (isClean && m_dirtySegments + pieces > m_parameters.writeSegments)
    {
        NS_LOG_DEBUG(m_dirtySegments << " segments for writes are dirty: LBA " << run.begin);
        return false;
    }
    Drop(run, segment);
    for (auto begin = run.begin; begin < run.end; begin += size)
    {
        const DiskRun piece{begin, std::min(run.end, begin + size)};
        segment = segment && begin == run.begin ? segment : Take(true);
        NS_ASSERT_MSG(segment, "all segments that may be dirty are in use for writes");
        Hold(*segment, piece);
        AddDirty(*segment, piece);
    }
    return true;
}

void
DiskCache::AddDirty(DiskSegment& segment, const DiskRun& run)
{
    if (segment.dirty.IsEmpty())
    {
        segment.dirty = run;
        segment.dirtySince = m_uses;
        ++m_dirtySegments;
    }
    else if (segment.dirty.end == m_onTheWay.end)
    {
        // What is left when the others are on the medium begins to wait now.
        segment.dirtySince = m_uses;
    }
    segment.dirty.end = std::max(segment.dirty.end, run.end);
}

void
DiskCache::Hold(DiskSegment& segment, const DiskRun& run)
{
    if (segment.held.IsEmpty())
    {
        segment.held = run;
    }
    Extend(segment, run.end);
    segment.written = true;
    Touch(segment);
}

void
DiskCache::WriteThrough(const DiskRun& run)
{
    auto segment = FindContinued(run);
    Drop(run, segment);
    if (!segment && run.GetLength() <= m_parameters.segmentBlocks)
    {
        segment = Take(true);
    }
    if (segment)
    {
        Hold(*segment, run);
    }
}

void
DiskCache::Drop(const DiskRun& run, const DiskSegment* keep)
{
    for (auto& segment : m_segments)
    {
        if (&segment == keep || !segment.held.Overlaps(run))
        {
            continue;
        }
        if (m_parameters.writesDropSegments && segment.dirty.IsEmpty())
        {
            segment = {};
        }
        else if (segment.held.begin < run.begin && segment.dirty.end <= run.begin)
        {
            segment.held.end = run.begin;
        }
        else
        {
            segment.held.begin = std::min(run.end, segment.held.end);
        }
    }
}

bool
DiskCache::Continues(const DiskRun& run) const
{
    return std::any_of(m_segments.begin(), m_segments.end(), [&](const DiskSegment& segment) {
        return !segment.dirty.IsEmpty() && segment.dirty.end == run.begin;
    });
}

void
DiskCache::Release(const DiskRun& run)
{
    for (auto& segment : m_segments)
    {
        if (segment.dirty.IsEmpty() && segment.held.Overlaps(run))
        {
            segment.held.begin = std::min(run.end, segment.held.end);
        }
    }
}

bool
DiskCache::IsDirty(const DiskRun& run) const
{
    return !IsClean() &&
           std::any_of(m_segments.begin(), m_segments.end(), [&run](const DiskSegment& segment) {
               return segment.dirty.Overlaps(run);
           });
}

uint64_t
DiskCache::GetNextDirty(uint64_t lba) const
{
    uint64_t next = UINT64_MAX;
    if (IsClean())
    {
        return next;
    }
    for (const auto& segment : m_segments)
    {
        if (!segment.dirty.IsEmpty() && segment.dirty.end > lba)
        {
            next = std::min(next, std::max(lba, segment.dirty.begin));
        }
    }
    return next;
}

bool
DiskCache::IsClean() const
{
    return m_dirtySegments == 0;
}

DiskRun
DiskCache::BeginWriteBack(uint64_t from)
{
    NS_ASSERT(!m_writingBack);
    const auto isLook = m_parameters.writeBackOrder == DiskWriteBackOrder::LOOK;
    m_writingBack = isLook ? FindNext(from) : FindOldest();
    m_onTheWay = m_writingBack ? m_writingBack->dirty : DiskRun{};
    return m_onTheWay;
}

DiskSegment*
DiskCache::FindOldest()
{
    DiskSegment* oldest = nullptr;
    for (auto& segment : m_segments)
    {
        if (!segment.dirty.IsEmpty() && (!oldest || segment.dirtySince < oldest->dirtySince))
        {
            oldest = &segment;
        }
    }
    return oldest;
}

DiskSegment*
DiskCache::FindNext(uint64_t from)
{
    DiskSegment* above = nullptr;
    DiskSegment* below = nullptr;
    for (auto& segment : m_segments)
    {
        const auto begin = segment.dirty.begin;
        if (segment.dirty.IsEmpty())
        {
            continue;
        }
        auto& nearest = begin >= from ? above : below;
        const auto isNearer = nearest && (begin >= from ? begin < nearest->dirty.begin
                                                        : begin > nearest->dirty.begin);
        nearest = !nearest || isNearer ? &segment : nearest;
    }
    m_isRising = m_isRising ? above != nullptr : below == nullptr;
    return m_isRising ? above : below;
}

void
DiskCache::EndWriteBack()
{
    NS_ASSERT(m_writingBack);
    auto& dirty = m_writingBack->dirty;
    dirty = dirty.end > m_onTheWay.end ? DiskRun{m_onTheWay.end, dirty.end} : DiskRun{};
    m_dirtySegments -= dirty.IsEmpty() ? 1 : 0;
    m_writingBack = nullptr;
    m_onTheWay = {};
}

void
DiskCache::Clear()
{
    NS_LOG_INFO("cache lost: " << m_dirtySegments << " segments were not on the medium");
    std::fill(m_segments.begin(), m_segments.end(), DiskSegment{});
    m_writingBack = nullptr;
    m_onTheWay = {};
    m_dirtySegments = 0;
}

} // namespace ns3
