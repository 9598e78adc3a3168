/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ssd-file-format.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using SsdKeyword = DriveKeyword<SsdParameters>;   //!< a keyword
using SsdKeywords = DriveKeywords<SsdParameters>; //!< makes keywords

constexpr double MAX_RATE = 1e6;            //!< largest rate, MB/s
constexpr uint64_t MAX_BLOCKS = 1ULL << 44; //!< largest capacity, blocks
constexpr uint32_t MOST = 1U << 20;         //!< of what there are many

/**
 * @param name of the keyword
 * @param member that it gives, a whole number of 1 or more
 * @param max its largest value
 * @return the keyword
 */
SsdKeyword
Count(const char* name, uint32_t SsdParameters::* member, uint32_t max = MOST)
{
    return SsdKeywords::Integer<uint32_t>(name, member, 1, max);
}

/**
 * @param name of the keyword
 * @param member that it gives, a time in microseconds
 * @return the keyword
 */
SsdKeyword
Microseconds(const char* name, Time SsdParameters::* member)
{
    return SsdKeywords::Duration(name, member, Time::US);
}

/**
 * @param name of the keyword
 * @param member that it gives, a rate in MB/s
 * @return the keyword
 */
SsdKeyword
Rate(const char* name, double SsdParameters::* member)
{
    SsdKeyword keyword(name);
    keyword.take = [name, member](SsdParameters& it, const DriveFileValues& values) {
        it.*member = values.GetNumber(0, name, MAX_RATE) * 1e6;
        if (it.*member <= 0)
        {
            values.Fail(std::string(name) + " has to be above 0");
        }
    };
    keyword.write = [member](SsdParameters& it) {
        return std::vector<std::string>{DriveFileValues::Print(it.*member / 1e6)};
    };
    return keyword;
}

/**
 * @return the keyword of the times of pages
 */
SsdKeyword
ReadTimes()
{
    SsdKeyword keyword("read_us");
    keyword.most = 4;
    keyword.take = [](SsdParameters& it, const DriveFileValues& values) {
        it.readTimes.clear();
        for (std::size_t i = 0; i < values.GetCount(); ++i)
        {
            it.readTimes.push_back(values.GetTime(i, "read_us", Time::US));
        }
    };
    keyword.write = [](SsdParameters& it) {
        std::string line;
        for (const auto& time : it.readTimes)
        {
            line += (line.empty() ? "" : " ") + DriveFileValues::Print(time, Time::US);
        }
        return std::vector<std::string>{line};
    };
    return keyword;
}

/**
 * @return the keyword of the time until an interrupted die reads
 */
SsdKeyword
SuspendTime()
{
    SsdKeyword keyword("suspend_us");
    keyword.take = [](SsdParameters& it, const DriveFileValues& values) {
        it.canSuspend = true;
        it.suspendTime = values.GetTime(0, "suspend_us", Time::US);
    };
    keyword.write = [](SsdParameters& it) {
        return it.canSuspend ? std::vector{DriveFileValues::Print(it.suspendTime, Time::US)}
                             : std::vector<std::string>{};
    };
    return keyword;
}

/**
 * @return the keyword of the share of reads that are tried again, and the mean time of that
 */
SsdKeyword
Retry()
{
    SsdKeyword keyword("retry");
    keyword.least = keyword.most = 2;
    keyword.take = [](SsdParameters& it, const DriveFileValues& values) {
        it.retryShare = values.GetNumber(0, "share of retries", 1);
        it.retryTime = values.GetTime(1, "time of a retry", Time::US);
    };
    keyword.write = [](SsdParameters& it) {
        return std::vector{DriveFileValues::Print(it.retryShare) + " " +
                           DriveFileValues::Print(it.retryTime, Time::US)};
    };
    return keyword;
}

/**
 * @return the keyword of the SLC cache: its blocks of a plane, pages of a block, times of a page to
 *         be read and to be programmed, and until it is folded
 */
SsdKeyword
SlcCache()
{
    SsdKeyword keyword("slc_cache");
    keyword.least = keyword.most = 5;
    keyword.take = [](SsdParameters& it, const DriveFileValues& values) {
        it.slc.blocksPerPlane = values.GetInteger(0, "blocks of the SLC cache", MOST);
        it.slc.pagesPerBlock = values.GetInteger(1, "pages of a block of the SLC cache", 65536);
        it.slc.readTime = values.GetTime(2, "time to read a page of the SLC cache", Time::US);
        it.slc.programTime = values.GetTime(3, "time to program a page of the SLC cache", Time::US);
        it.slc.idleTime = values.GetTime(4, "time until the SLC cache is folded", Time::MS);
        if (it.slc.blocksPerPlane == 0 || it.slc.pagesPerBlock == 0)
        {
            values.Fail("slc_cache needs blocks and pages");
        }
    };
    keyword.write = [](SsdParameters& it) {
        std::vector<std::string> lines;
        if (it.slc.blocksPerPlane > 0)
        {
            lines.push_back(std::to_string(it.slc.blocksPerPlane) + " " +
                            std::to_string(it.slc.pagesPerBlock) + " " +
                            DriveFileValues::Print(it.slc.readTime, Time::US) + " " +
                            DriveFileValues::Print(it.slc.programTime, Time::US) + " " +
                            DriveFileValues::Print(it.slc.idleTime, Time::MS));
        }
        return lines;
    };
    return keyword;
}

/**
 * @return the keyword of power states: the power of the active one, then of each other its power,
 *         the idle time before it, and the times to enter and to leave it
 */
SsdKeyword
PowerStates()
{
    static constexpr double MAX_POWER = 1000;
    SsdKeyword keyword("power_states");
    keyword.least = 5;
    keyword.most = 0;
    keyword.take = [](SsdParameters& it, const DriveFileValues& values) {
        if (values.GetCount() % 4 != 1)
        {
            values.Fail("power_states takes a power, and four values for each lower state");
        }
        it.power.activePower = values.GetNumber(0, "power", MAX_POWER);
        it.power.lower.clear();
        auto before = it.power.activePower;
        for (std::size_t i = 1; i < values.GetCount(); i += 4)
        {
            it.power.lower.push_back({values.GetNumber(i, "power", MAX_POWER),
                                      values.GetTime(i + 1, "idle time", Time::MS),
                                      values.GetTime(i + 2, "time to enter a state", Time::US),
                                      values.GetTime(i + 3, "time to leave a state", Time::US)});
            const auto& state = it.power.lower.back();
            if (state.power >= before)
            {
                values.Fail("power_states: each state has to take less power than that before");
            }
            if (state.idleTime.IsZero())
            {
                values.Fail("power_states: the idle time before a state has to be above 0");
            }
            before = state.power;
        }
    };
    keyword.write = [](SsdParameters& it) {
        std::vector<std::string> lines;
        if (!it.power.lower.empty())
        {
            auto& line = lines.emplace_back(DriveFileValues::Print(it.power.activePower));
            for (const auto& state : it.power.lower)
            {
                line += " " + DriveFileValues::Print(state.power) + " " +
                        DriveFileValues::Print(state.idleTime, Time::MS) + " " +
                        DriveFileValues::Print(state.entryTime, Time::US) + " " +
                        DriveFileValues::Print(state.exitTime, Time::US);
            }
        }
        return lines;
    };
    return keyword;
}

/**
 * @param name of the keyword of a memory, in KiB
 * @param member how many units it holds
 * @return the keyword
 */
SsdKeyword
Memory(const char* name, uint32_t SsdParameters::* member)
{
    static constexpr auto unitKib = SsdParameters::UNIT_BYTES / 1024;
    SsdKeyword keyword(name);
    keyword.take = [=](SsdParameters& it, const DriveFileValues& values) {
        const auto kib = values.GetInteger(0, name, 1U << 24);
        if (kib == 0 || kib % unitKib != 0)
        {
            values.Fail(std::string(name) + " has to be a multiple of " + std::to_string(unitKib));
        }
        it.*member = kib / unitKib;
    };
    keyword.write = [=](SsdParameters& it) {
        // A file need not say that there is none.
        return it.*member == 0 ? std::vector<std::string>{}
                               : std::vector{std::to_string(uint64_t{it.*member} * unitKib)};
    };
    return keyword;
}

/**
 * @return the keyword of how many erases blocks of a die may be apart
 */
SsdKeyword
WearLevellingSpread()
{
    static constexpr auto name = "wear_levelling_spread";
    SsdKeyword keyword(name);
    keyword.take = [](SsdParameters& it, const DriveFileValues& values) {
        it.wearLevellingSpread = values.GetInteger(0, name, MOST);
        if (it.wearLevellingSpread == 1 || it.wearLevellingSpread == 2)
        {
            values.Fail(std::string(name) + " has to be 0 or 3 or more");
        }
    };
    keyword.write = [](SsdParameters& it) {
        return it.wearLevellingSpread == 0 ? std::vector<std::string>{}
                                           : std::vector{std::to_string(it.wearLevellingSpread)};
    };
    return keyword;
}

/**
 * @return all keywords
 */
std::vector<SsdKeyword>
MakeKeywords()
{
    using P = SsdParameters;
    auto all = SsdKeywords::MakeCommon(MAX_BLOCKS, P::UNIT_BYTES);
    for (auto& keyword : {
             Count("tags", &P::tags),
             SsdKeywords::Flag("flush_queued", &P::isFlushQueued),
             Rate("link_mb_s", &P::linkRate),
             Microseconds("read_command_us", &P::readCommand),
             Microseconds("write_command_us", &P::writeCommand),
             Microseconds("flush_us", &P::flushCommand),
             Count("channels", &P::channels, 1024),
             Count("dies_per_channel", &P::diesPerChannel, 1024),
             Count("planes", &P::planes, 16),
             Count("blocks_per_plane", &P::blocksPerPlane),
             Count("pages_per_block", &P::pagesPerBlock, 65536),
             Count("page_bytes", &P::pageBytes, 65536),
             Rate("channel_mb_s", &P::channelRate),
             ReadTimes(),
             Microseconds("program_us", &P::programTime),
             Microseconds("erase_us", &P::eraseTime),
             Memory("buffer_kib", &P::bufferUnits),
             SsdKeywords::Flag("power_loss_protection", &P::hasPowerProtection),
         })
    {
        all.push_back(SsdKeywords::Required(keyword));
    }
    for (auto& keyword : {
             Microseconds("command_interval_us", &P::commandInterval),
             Microseconds("read_variation_us", &P::readVariation),
             Retry(),
             SuspendTime(),
             SsdKeywords::Flag("cache_register", &P::hasCacheRegister),
             Count("free_blocks", &P::freeBlocks),
             SsdKeywords::Flag("separate_moved", &P::separatesMoved),
             WearLevellingSpread(),
             SlcCache(),
             Memory("mapping_cache_kib", &P::mappingCachePages),
             PowerStates(),
         })
    {
        all.push_back(keyword);
    }
    return all;
}

/**
 * @return a drive of which nothing is known that a file need not say
 */
SsdParameters
MakeEmpty()
{
    SsdParameters parameters;
    parameters.canSuspend = false;
    return parameters;
}

} // namespace

const DriveFileFormat<SsdParameters>&
SsdFileFormat::Get()
{
    static const DriveFileFormat<SsdParameters> format{
        .folders = {".ssd", SSD_MODEL_DATA_FOLDER},
        .keywords = MakeKeywords(),
        .empty = MakeEmpty(),
        .finish = [](SsdParameters& parameters) { parameters.Check(); },
    };
    return format;
}

} // namespace ns3
