/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "extent-log.h"

#include <algorithm>
#include <bit>

namespace ns3
{

namespace
{

constexpr uint32_t LOG_MAGIC = 0x4558544a; //!< begins each block but the copies
constexpr uint32_t TYPE_TAIL = 1;          //!< says where the log begins
constexpr uint32_t TYPE_DESCRIPTOR = 2;    //!< names the blocks behind it
constexpr uint32_t TYPE_COMMIT = 3;        //!< ends a transaction
constexpr uint32_t BODY = 32;              //!< where what a block says begins
constexpr uint32_t TAG_BYTES = 16;         //!< bytes of a tag

} // namespace

ExtentLog::ExtentLog(const ExtentRun& run, uint64_t generation)
    : m_run(run),
      m_generation(generation)
{
}

uint64_t
ExtentLog::GetCapacity() const
{
    return m_run.count - 1;
}

uint64_t
ExtentLog::GetHeader() const
{
    return m_run.start;
}

uint64_t
ExtentLog::GetBlock(uint64_t position) const
{
    return m_run.start + 1 + position % GetCapacity();
}

uint64_t
ExtentLog::GetSize(uint64_t pages)
{
    const auto descriptors = (pages + TAGS_PER_DESCRIPTOR - 1) / TAGS_PER_DESCRIPTOR;
    return descriptors + pages + 1;
}

std::vector<ExtentRun>
ExtentLog::GetRuns(uint64_t position, uint64_t count) const
{
    const auto untilEnd = GetCapacity() - position % GetCapacity();
    const auto first = std::min(count, untilEnd);
    std::vector<ExtentRun> runs{{GetBlock(position), first}};
    if (first < count)
    {
        runs.push_back({GetBlock(position + first), count - first});
    }
    return runs;
}

ExtentPage
ExtentLog::Begin(uint32_t type, uint64_t sequence) const
{
    ExtentPage page;
    page.Put(0, 4, LOG_MAGIC);
    page.Put(4, 4, type);
    page.Put(8, 8, sequence);
    page.Put(16, 8, m_generation);
    return page;
}

bool
ExtentLog::Is(const ExtentPage& page, uint32_t type) const
{
    return page.Get(0, 4) == LOG_MAGIC && page.Get(4, 4) == type && page.Get(16, 8) == m_generation;
}

ExtentPage
ExtentLog::EncodeTail(const Tail& tail) const
{
    auto page = Begin(TYPE_TAIL, tail.sequence);
    page.Put(BODY, 8, tail.position);
    return page;
}

std::optional<ExtentLog::Tail>
ExtentLog::DecodeTail(const ExtentPage& page) const
{
    return Is(page, TYPE_TAIL) ? std::optional<Tail>({page.Get(8, 8), page.Get(BODY, 8)})
                               : std::nullopt;
}

ExtentPage
ExtentLog::EncodeDescriptor(uint64_t sequence, const std::vector<uint64_t>& tags) const
{
    auto page = Begin(TYPE_DESCRIPTOR, sequence);
    page.Put(24, 4, tags.size());
    for (std::size_t i = 0; i < tags.size(); ++i)
    {
        page.Put(BODY + i * TAG_BYTES, 8, tags[i]);
    }
    return page;
}

std::optional<std::vector<uint64_t>>
ExtentLog::DecodeDescriptor(const ExtentPage& page, uint64_t sequence) const
{
    if (!Is(page, TYPE_DESCRIPTOR) || page.Get(8, 8) != sequence)
    {
        return std::nullopt;
    }
    std::vector<uint64_t> tags(std::min<uint64_t>(page.Get(24, 4), TAGS_PER_DESCRIPTOR));
    for (std::size_t i = 0; i < tags.size(); ++i)
    {
        tags[i] = page.Get(BODY + i * TAG_BYTES, 8);
    }
    return tags;
}

ExtentPage
ExtentLog::EncodeCommit(const Commit& commit) const
{
    auto page = Begin(TYPE_COMMIT, commit.sequence);
    page.Put(BODY, 4, commit.checksum);
    return page;
}

std::optional<ExtentLog::Commit>
ExtentLog::DecodeCommit(const ExtentPage& page) const
{
    if (!Is(page, TYPE_COMMIT))
    {
        return std::nullopt;
    }
    return Commit{page.Get(8, 8), static_cast<uint32_t>(page.Get(BODY, 4))};
}

uint32_t
ExtentLog::Extend(uint32_t checksum, const ExtentPage& page)
{
    return std::rotl(checksum, 1) ^ page.GetChecksum();
}

} // namespace ns3
