/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-file-format.h"

#include "disk-parameters-checker.h"

#include "ns3/disk-seek-formula.h"
#include "ns3/disk-spindle.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace ns3
{

namespace
{

constexpr double MAX_KEYWORD_MS = 10000; //!< longest time
constexpr double MAX_SKEW = 1e6;         //!< largest skew
constexpr std::size_t PER_LINE = 10;     //!< slips or defects that are written on a line

/**
 * Write numbers in lines of a keyword.
 *
 * @param keyword the keyword
 * @param numbers the numbers
 * @param lines gets the lines, each after a line break
 */
void
WriteNumbers(const char* keyword, const std::vector<uint64_t>& numbers, std::string& lines)
{
    for (std::size_t i = 0; i < numbers.size(); ++i)
    {
        lines += (i % PER_LINE == 0 ? std::string("\n") + keyword : "");
        lines += ' ';
        lines += std::to_string(numbers[i]);
    }
}

/**
 * @param zone a zone
 * @return the values of its keyword, and the lines that follow
 */
std::string
WriteZone(const DiskZone& zone)
{
    std::string text;
    for (const auto number : {zone.firstCylinder, zone.lastCylinder, zone.sectorsPerTrack})
    {
        text += std::to_string(number) + " ";
    }
    text += DriveFileValues::Print(zone.trackSkew) + " " +
            DriveFileValues::Print(zone.cylinderSkew) + " " + std::to_string(zone.spares);
    if (zone.firstSectorOffset != 0)
    {
        text += "\nzone_offset " + DriveFileValues::Print(zone.firstSectorOffset);
    }
    if (zone.reservedSectors != 0)
    {
        text += "\nzone_reserved " + std::to_string(zone.reservedSectors);
    }
    WriteNumbers("slip", zone.slips, text);
    std::vector<uint64_t> defects;
    for (const auto& defect : zone.defects)
    {
        defects.insert(defects.end(), {defect.place, defect.replacement});
    }
    WriteNumbers("defect", defects, text);
    return text;
}

/**
 * @param draft a drive
 * @param values a line of a keyword about the zone above
 * @return that zone
 */
DiskZone&
GetZone(DiskDraft& draft, const DriveFileValues& values)
{
    if (draft.zones.empty())
    {
        values.Fail("it must follow a zone");
    }
    return draft.zones.back();
}

/**
 * @param values a line of three times
 * @return the times
 */
DiskSeekFormula::ThreePoints
GetThreePoints(const DriveFileValues& values)
{
    return {values.GetNumber(0, "single cylinder seek", MAX_KEYWORD_MS),
            values.GetNumber(1, "average seek", MAX_KEYWORD_MS),
            values.GetNumber(2, "full stroke seek", MAX_KEYWORD_MS)};
}

/**
 * @param name name of the keyword
 * @param count number of values
 * @param makeSeek gives the formula of a line
 * @return a keyword that gives a seek formula
 */
DriveKeyword<DiskDraft>
SeekFormula(const char* name,
            std::size_t count,
            std::function<DiskDraft::Seek(const DriveFileValues&)> makeSeek)
{
    DriveKeyword<DiskDraft> keyword(name);
    keyword.least = keyword.most = count;
    keyword.take = [makeSeek](DiskDraft& draft, const DriveFileValues& values) {
        if (draft.seek)
        {
            values.Fail("there is already a seek formula");
        }
        draft.seek = makeSeek(values);
    };
    return keyword;
}

/**
 * Add keywords that give times of a part of a drive.
 *
 * @tparam Times names and members of the part
 * @tparam Access gives the part of a drive
 * @param keywords gets them
 * @param times the times, in the order of the keywords
 * @param access the part
 */
template <typename Times, typename Access>
void
AddTimes(std::vector<DriveKeyword<DiskDraft>>& keywords, const Times& times, Access access)
{
    for (const auto& [name, member] : times)
    {
        keywords.push_back(DriveKeywords<DiskDraft>::Duration(
            name,
            [access, member = member](DiskDraft& d) -> Time& { return access(d).*member; }));
    }
}

} // namespace

DiskFileFormat::Keyword
DiskFileFormat::Overhead(const char* name, DiskCommandOverhead DiskControllerParameters::* member)
{
    Keyword keyword(name);
    keyword.least = keyword.most = 3;
    keyword.take = [name, member](DiskDraft& draft, const DriveFileValues& values) {
        draft.controller.*
            member = {values.GetTime(0, name), values.GetTime(1, name), values.GetTime(2, name)};
    };
    keyword.write = [member](DiskDraft& drive) {
        const auto& overhead = drive.controller.*member;
        return std::vector<std::string>{DriveFileValues::Print(overhead.continuing) + " " +
                                        DriveFileValues::Print(overhead.afterRead) + " " +
                                        DriveFileValues::Print(overhead.afterWrite)};
    };
    return keyword;
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeLayout()
{
    return {
        Keywords::Integer<uint32_t>("sector_blocks", &DiskDraft::sectorBlocks, 1, 64),
        Keywords::Required(
            Keywords::Integer<uint32_t>("cylinders", [](auto& d) -> auto& { return d.cylinders; })),
        Keywords::Required(
            Keywords::Integer<uint32_t>("heads", [](auto& d) -> auto& { return d.heads; })),
        Keywords::Word<DiskMapping>("mapping",
                                    [](auto& d) -> auto& { return d.mapping; },
                                    {"conventional", "serpentine", "serpentine_by_cylinder"}),
        Keywords::Word<DiskSparing>("sparing",
                                    [](auto& d) -> auto& { return d.sparing; },
                                    {"none",
                                     "tracks_per_zone",
                                     "sectors_per_cylinder",
                                     "sectors_per_track",
                                     "sectors_per_range",
                                     "sectors_per_zone",
                                     "end_of_drive"}),
        Keywords::Integer<uint32_t>("sparing_range",
                                    [](auto& d) -> auto& { return d.sparingRange; }),
    };
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeZones()
{
    Keyword zone("zone");
    zone.least = zone.most = 6;
    zone.repeats = true;
    zone.take = [](DiskDraft& draft, const DriveFileValues& values) {
        DiskZone taken;
        taken.firstCylinder = values.GetInteger(0, "first cylinder", UINT32_MAX);
        taken.lastCylinder = values.GetInteger(1, "last cylinder", UINT32_MAX);
        taken.sectorsPerTrack = values.GetInteger(2, "sectors per track", UINT32_MAX);
        taken.trackSkew = values.GetNumber(3, "track skew", MAX_SKEW);
        taken.cylinderSkew = values.GetNumber(4, "cylinder skew", MAX_SKEW);
        taken.spares = values.GetInteger(5, "spares");
        draft.zones.push_back(taken);
    };
    zone.write = [](DiskDraft& drive) {
        std::vector<std::string> lines;
        std::transform(drive.zones.begin(),
                       drive.zones.end(),
                       std::back_inserter(lines),
                       WriteZone);
        return lines;
    };
    Keyword offset("zone_offset");
    offset.repeats = true;
    offset.take = [](DiskDraft& draft, const DriveFileValues& values) {
        GetZone(draft, values).firstSectorOffset = values.GetNumber(0, "zone_offset", MAX_SKEW);
    };
    Keyword reserved("zone_reserved");
    reserved.repeats = true;
    reserved.take = [](DiskDraft& draft, const DriveFileValues& values) {
        GetZone(draft, values).reservedSectors = values.GetInteger(0, "zone_reserved");
    };
    std::vector<Keyword> keywords{zone, offset, reserved};
    const auto slips = MakeSlips();
    keywords.insert(keywords.end(), slips.begin(), slips.end());
    return keywords;
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeSlips()
{
    Keyword slip("slip");
    slip.most = 0;
    slip.repeats = true;
    slip.take = [](DiskDraft& draft, const DriveFileValues& values) {
        for (std::size_t i = 0; i < values.GetCount(); ++i)
        {
            GetZone(draft, values).slips.push_back(values.GetInteger(i, "slip"));
        }
    };
    Keyword defect("defect");
    defect.least = 2;
    defect.most = 0;
    defect.repeats = true;
    defect.take = [](DiskDraft& draft, const DriveFileValues& values) {
        if (values.GetCount() % 2 != 0)
        {
            values.Fail("a defect has no replacement");
        }
        for (std::size_t i = 0; i < values.GetCount(); i += 2)
        {
            GetZone(draft, values)
                .defects.push_back(
                    {values.GetInteger(i, "defect"), values.GetInteger(i + 1, "replacement")});
        }
    };
    return {slip, defect};
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeMechanics()
{
    Keyword retry("read_retry");
    retry.least = retry.most = 2;
    retry.take = [](DiskDraft& draft, const DriveFileValues& values) {
        draft.retryShare = values.GetNumber(0, "share of reads that fail", 1);
        draft.retryAgain = values.GetNumber(1, "share of those that fail again", 1);
        if (draft.retryShare >= 1 || draft.retryAgain >= 1)
        {
            values.Fail("the shares have to be below 1");
        }
    };
    retry.write = [](DiskDraft& drive) {
        return std::vector{DriveFileValues::Print(drive.retryShare) + " " +
                           DriveFileValues::Print(drive.retryAgain)};
    };
    Keyword settle("write_settle_ms");
    settle.isRequired = true;
    settle.take = [](DiskDraft& draft, const DriveFileValues& values) {
        draft.writeSettle = values.GetSignedTime(0, "write_settle_ms");
    };
    settle.write = [](DiskDraft& drive) {
        return std::vector<std::string>{DriveFileValues::Print(drive.writeSettle)};
    };
    Keyword track("write_track_settle_ms");
    track.take = [](DiskDraft& draft, const DriveFileValues& values) {
        draft.writeTrackSettle = values.GetSignedTime(0, "write_track_settle_ms");
    };
    track.write = [](DiskDraft& drive) {
        const auto& time = drive.writeTrackSettle;
        return time ? std::vector<std::string>{DriveFileValues::Print(*time)}
                    : std::vector<std::string>{};
    };
    return {
        Keywords::Required(Keywords::Number(
            "rpm",
            [](auto& d) -> auto& { return d.rpm; },
            DiskSpindle::MAX_RPM)),
        Keywords::Required(
            Keywords::Duration("head_switch_ms", [](auto& d) -> auto& { return d.headSwitch; })),
        settle,
        track,
        Keywords::Duration("repositioning_ms", [](auto& d) -> auto& { return d.repositioning; }),
        retry,
        Keywords::Flag("zero_latency_read", [](auto& d) -> auto& { return d.zeroLatencyRead; }),
        Keywords::Flag("zero_latency_write", [](auto& d) -> auto& { return d.zeroLatencyWrite; }),
    };
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeSeek()
{
    Keyword seek("seek");
    seek.least = seek.most = 2;
    seek.repeats = true;
    seek.take = [](DiskDraft& draft, const DriveFileValues& values) {
        const auto distance = values.GetInteger(0, "seek distance", UINT32_MAX);
        draft.seekPoints.push_back(
            {static_cast<uint32_t>(distance), values.GetTime(1, "seek time")});
    };
    seek.write = [](DiskDraft& drive) {
        std::vector<std::string> lines;
        for (const auto& point : drive.seekPoints)
        {
            lines.push_back(std::to_string(point.distance) + " " +
                            DriveFileValues::Print(point.time));
        }
        return lines;
    };
    const auto constant =
        SeekFormula("seek_constant", 1, [](const DriveFileValues& values) -> DiskDraft::Seek {
            return [ms = values.GetNumber(0, "seek", MAX_KEYWORD_MS)](uint32_t, uint32_t) {
                return ms;
            };
        });
    const auto line =
        SeekFormula("seek_line", 3, [](const DriveFileValues& values) -> DiskDraft::Seek {
            return [points = GetThreePoints(values)](uint32_t distance, uint32_t cylinders) {
                return DiskSeekFormula::ThreePointLine(distance, cylinders, points);
            };
        });
    const auto lee =
        SeekFormula("seek_lee", 3, [](const DriveFileValues& values) -> DiskDraft::Seek {
            return [points = GetThreePoints(values)](uint32_t distance, uint32_t cylinders) {
                return DiskSeekFormula::Lee(distance, cylinders, points);
            };
        });
    const auto hpl =
        SeekFormula("seek_hpl", 5, [](const DriveFileValues& values) -> DiskDraft::Seek {
            std::array<double, 6> v{};
            for (std::size_t i = 0; i < 5; ++i)
            {
                v[i] = values.GetNumber(i, "seek_hpl", 1e6);
            }
            v[5] = -1; // a line "seek 1" says the same
            return [v](uint32_t distance, uint32_t) { return DiskSeekFormula::Hpl(distance, v); };
        });
    return {seek, constant, line, lee, hpl};
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeController()
{
    using Controller = DiskControllerParameters;
    std::vector<Keyword> keywords{
        Keywords::Integer<uint32_t>("queue_depth",
                                    [](auto& d) -> auto& { return d.controller.queueDepth; }),
        Keywords::Word<DiskCommandOrder>("command_order",
                                         [](auto& d) -> auto& { return d.controller.order; },
                                         {"fcfs", "sptf"}),
        Keywords::Integer<uint32_t>("oldest_after",
                                    [](auto& d) -> auto& { return d.controller.oldestAfter; }),
        Keywords::Flag("choose_late", [](auto& d) -> auto& { return d.controller.choosesLate; }),
        Overhead("read_hit_ms", &Controller::readHit),
        Overhead("read_miss_ms", &Controller::readMiss),
        Overhead("write_hit_ms", &Controller::writeHit),
        Overhead("write_miss_ms", &Controller::writeMiss),
        Overhead("read_disconnection_ms", &Controller::readDisconnection),
    };
    const std::pair<const char*, Time Controller::*> times[]{
        {"read_completion_ms", &Controller::readCompletion},
        {"write_completion_ms", &Controller::writeCompletion},
        {"read_block_ms", &Controller::blockTransfer},
        {"write_block_ms", &Controller::writeBlockTransfer},
        {"data_preparation_ms", &Controller::dataPreparation},
        {"reselection_ms", &Controller::firstReselection},
        {"write_disconnection_ms", &Controller::writeDisconnection},
        {"min_write_seek_ms", &Controller::minWriteSeek},
    };
    AddTimes(keywords, times, [](auto& d) -> auto& { return d.controller; });
    const auto write = std::ranges::find(keywords, std::string("write_block_ms"), &Keyword::name);
    write->take = [take = write->take](DiskDraft& draft, const DriveFileValues& values) {
        take(draft, values);
        draft.hasWriteTransfer = true;
    };
    return keywords;
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeBus()
{
    using Extra = DiskExtraDisconnection;
    std::vector<Keyword> keywords{
        Keywords::Number(
            "read_high_water",
            [](auto& d) -> auto& { return d.controller.readHighWater; },
            1),
        Keywords::Flag("water_of_segment",
                       [](auto& d) -> auto& { return d.controller.waterOfSegment; }),
        Keywords::Flag("extra_disconnection",
                       [](auto& d) -> auto& { return d.controller.extraDisconnection.enabled; }),
    };
    const std::pair<const char*, Time Extra::*> times[]{
        {"extra_command_ms", &Extra::command},
        {"extra_disconnection_ms", &Extra::disconnection},
        {"extra_pause_ms", &Extra::pause},
        {"extra_last_disconnection_ms", &Extra::lastDisconnection},
        {"extra_last_reselection_ms", &Extra::lastReselection},
        {"extra_seek_delay_ms", &Extra::seekDelay},
    };
    AddTimes(keywords, times, [](auto& d) -> auto& { return d.controller.extraDisconnection; });
    return keywords;
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::MakeCache()
{
    using Cache = DiskCacheParameters;
    std::vector<Keyword> keywords{
        Keywords::Word<DiskReadAhead>("read_ahead",
                                      [](auto& d) -> auto& { return d.cache.readAhead; },
                                      {"none",
                                       "track_end",
                                       "cylinder_end",
                                       "segment_full",
                                       "next_track_end",
                                       "until_interrupted"}),
        Keywords::Word<DiskWriteCache>("write_cache",
                                       [](auto& d) -> auto& { return d.cache.writeCache; },
                                       {"write_through", "appends_only", "write_back"}),
        Keywords::Word<DiskWriteBackOrder>("write_back_order",
                                           [](auto& d) -> auto& { return d.cache.writeBackOrder; },
                                           {"oldest", "look"}),
    };
    const std::pair<const char*, uint32_t Cache::*> numbers[]{
        {"cache_segments", &Cache::segments},
        {"cache_write_segments", &Cache::writeSegments},
        {"cache_segment_blocks", &Cache::segmentBlocks},
        {"read_ahead_min", &Cache::minReadAhead},
        {"read_ahead_max", &Cache::maxReadAhead},
    };
    for (const auto& [name, member] : numbers)
    {
        keywords.push_back(Keywords::Integer<uint32_t>(name, [member = member](auto& d) -> auto& {
            return d.cache.*member;
        }));
    }
    const std::pair<const char*, bool Cache::*> flags[]{
        {"cache_separate_writes", &Cache::separateWrites},
        {"read_ahead_over_requested", &Cache::readAheadOverRequested},
        {"read_ahead_on_hit", &Cache::readAheadOnHit},
        {"read_free_blocks", &Cache::freeBlocks},
        {"read_hits_on_writes", &Cache::readHitsOnWrites},
        {"write_drops_segment", &Cache::writesDropSegments},
        {"combine_writes", &Cache::combineWrites},
        {"stream_writes", &Cache::streamsWrites},
        {"forget_requested", &Cache::forgetRequested},
        {"stop_in_sector", &Cache::stopInSector},
    };
    for (const auto& [name, member] : flags)
    {
        keywords.push_back(
            Keywords::Flag(name, [member = member](auto& d) -> auto& { return d.cache.*member; }));
    }
    return keywords;
}

std::vector<DiskFileFormat::Keyword>
DiskFileFormat::Make()
{
    auto all = DriveKeywords<DiskDraft>::MakeCommon(std::numeric_limits<uint64_t>::max(),
                                                    std::numeric_limits<uint32_t>::max());
    for (const auto& some : {MakeLayout(),
                             MakeMechanics(),
                             MakeSeek(),
                             MakeController(),
                             MakeBus(),
                             MakeCache(),
                             MakeZones()})
    {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

void
DiskFileFormat::Finish(DiskDraft& draft)
{
    if (draft.seek)
    {
        draft.seekPoints = DiskSeekFormula::Tabulate(
            [&draft](uint32_t distance) { return draft.seek(distance, draft.cylinders); },
            draft.cylinders,
            draft.seekPoints);
        draft.seek = nullptr;
    }
    if (!draft.hasWriteTransfer)
    {
        draft.controller.writeBlockTransfer = draft.controller.blockTransfer;
        draft.hasWriteTransfer = true;
    }
    DiskParametersChecker(draft).Check();
}

const DriveFileFormat<DiskDraft>&
DiskFileFormat::Get()
{
    static const DriveFileFormat<DiskDraft> format{
        .folders = {".disk", DISK_MODEL_DATA_FOLDER},
        .keywords = Make(),
        .empty = {},
        .finish = Finish,
    };
    return format;
}

} // namespace ns3
