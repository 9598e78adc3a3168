/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-keywords.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

namespace
{

constexpr double MAX_RATE = 1e6;            //!< largest rate, MB/s
constexpr uint64_t MAX_BLOCKS = 1ULL << 44; //!< largest capacity, blocks

/**
 * @param name of the keyword
 * @param take takes its values
 * @return the keyword, with one value that each file must have
 */
SsdKeywords::Named
Make(const char* name, std::function<void(SsdParameters&, const DriveFileValues&)> take)
{
    SsdKeyword keyword;
    keyword.isRequired = true;
    keyword.take = std::move(take);
    return {name, keyword};
}

/**
 * @tparam T type of a member
 * @param name of the keyword
 * @param member that it gives, a whole number of 1 or more
 * @param max its largest value
 * @return the keyword
 */
template <typename T>
SsdKeywords::Named
Integer(const char* name, T SsdParameters::* member, uint64_t max = 1U << 20)
{
    return Make(name, [name, member, max](SsdParameters& it, const DriveFileValues& values) {
        it.*member = values.GetInteger(0, name, max);
        if (it.*member == 0)
        {
            values.Fail(std::string(name) + " has to be 1 or more");
        }
    });
}

/**
 * @param name of the keyword
 * @param member that it gives, a time in microseconds
 * @return the keyword
 */
SsdKeywords::Named
Microseconds(const char* name, Time SsdParameters::* member)
{
    return Make(name, [name, member](SsdParameters& it, const DriveFileValues& values) {
        it.*member = values.GetMicroseconds(0, name);
    });
}

/**
 * @param name of the keyword
 * @param member that it gives, a rate in MB/s
 * @return the keyword
 */
SsdKeywords::Named
Rate(const char* name, double SsdParameters::* member)
{
    return Make(name, [name, member](SsdParameters& it, const DriveFileValues& values) {
        it.*member = values.GetNumber(0, name, MAX_RATE) * 1e6;
        if (it.*member <= 0)
        {
            values.Fail(std::string(name) + " has to be above 0");
        }
    });
}

/**
 * @param name of the keyword
 * @param member that it gives, yes or no
 * @return the keyword
 */
SsdKeywords::Named
Switch(const char* name, bool SsdParameters::* member)
{
    return Make(name, [name, member](SsdParameters& it, const DriveFileValues& values) {
        it.*member = values.GetWord(0, name, {"no", "yes"}) == 1;
    });
}

/**
 * @param keyword a keyword
 * @return it, as one that a file need not have
 */
SsdKeywords::Named
Optional(SsdKeywords::Named keyword)
{
    keyword.second.isRequired = false;
    return keyword;
}

/**
 * @return the keyword of the times of pages
 */
SsdKeywords::Named
ReadTimes()
{
    auto keyword = Make("read_us", [](SsdParameters& it, const DriveFileValues& values) {
        it.readTimes.clear();
        for (std::size_t i = 0; i < values.GetCount(); ++i)
        {
            it.readTimes.push_back(values.GetMicroseconds(i, "read_us"));
        }
    });
    keyword.second.most = 4;
    return keyword;
}

/**
 * @return the keyword of the time until an interrupted die reads
 */
SsdKeywords::Named
SuspendTime()
{
    auto keyword = Make("suspend_us", [](SsdParameters& it, const DriveFileValues& values) {
        it.canSuspend = true;
        it.suspendTime = values.GetMicroseconds(0, "suspend_us");
    });
    return Optional(keyword);
}

/**
 * @return the keyword of the share of reads that are tried again, and the mean time of that
 */
SsdKeywords::Named
Retry()
{
    auto keyword = Make("retry", [](SsdParameters& it, const DriveFileValues& values) {
        it.retryShare = values.GetNumber(0, "share of retries", 1);
        it.retryTime = values.GetMicroseconds(1, "time of a retry");
    });
    keyword.second.least = keyword.second.most = 2;
    return Optional(keyword);
}

/**
 * @return the keyword of the write buffer, in KiB
 */
SsdKeywords::Named
BufferSize()
{
    return Make("buffer_kib", [](SsdParameters& it, const DriveFileValues& values) {
        constexpr auto unitKib = SsdParameters::UNIT_BYTES / 1024;
        const auto kib = values.GetInteger(0, "buffer_kib", 1U << 24);
        if (kib == 0 || kib % unitKib != 0)
        {
            values.Fail("buffer_kib has to be a multiple of " + std::to_string(unitKib));
        }
        it.bufferUnits = kib / unitKib;
    });
}

} // namespace

const std::vector<SsdKeywords::Named>&
SsdKeywords::Get()
{
    using P = SsdParameters;
    static const std::vector<Named> keywords{
        Integer("blocks", &P::blockCount, MAX_BLOCKS),
        Integer("block_size", &P::blockSize, P::UNIT_BYTES),
        Integer("tags", &P::tags),
        Switch("flush_queued", &P::isFlushQueued),
        Rate("link_mb_s", &P::linkRate),
        Microseconds("read_command_us", &P::readCommand),
        Microseconds("write_command_us", &P::writeCommand),
        Microseconds("flush_us", &P::flushCommand),
        Optional(Microseconds("command_interval_us", &P::commandInterval)),
        Integer("channels", &P::channels, 1024),
        Integer("dies_per_channel", &P::diesPerChannel, 1024),
        Integer("planes", &P::planes, 16),
        Integer("blocks_per_plane", &P::blocksPerPlane),
        Integer("pages_per_block", &P::pagesPerBlock, 65536),
        Integer("page_bytes", &P::pageBytes, 65536),
        Rate("channel_mb_s", &P::channelRate),
        ReadTimes(),
        Optional(Microseconds("read_variation_us", &P::readVariation)),
        Retry(),
        Microseconds("program_us", &P::programTime),
        Microseconds("erase_us", &P::eraseTime),
        SuspendTime(),
        Optional(Integer("free_blocks", &P::freeBlocks)),
        BufferSize(),
        Switch("power_loss_protection", &P::hasPowerProtection),
    };
    return keywords;
}

const SsdKeyword*
SsdKeywords::Find(std::string_view name)
{
    const auto& keywords = Get();
    const auto found = std::find_if(keywords.begin(), keywords.end(), [&](const Named& keyword) {
        return keyword.first == name;
    });
    return found == keywords.end() ? nullptr : &found->second;
}

} // namespace ns3
