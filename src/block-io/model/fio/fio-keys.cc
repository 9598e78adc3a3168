/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-keys.h"

#include "fio-key-names.h"
#include "fio-key-values.h"

#include <map>
#include <type_traits>

namespace ns3
{

namespace
{

/**
 * Takes the value of a key.
 *
 * @return false if fio knows the value, but it is not supported
 */
using Taker = bool (*)(FioDraft& draft, const FioOption& option);

/// Most requests of anything that is counted.
constexpr uint64_t MOST_REQUESTS = 1000000000000;

/// Keys of times.
const std::map<std::string, Time FioJob::*> TIMES = {{"runtime", &FioJob::runTime},
                                                     {"timeout", &FioJob::runTime},
                                                     {"ramp_time", &FioJob::rampTime},
                                                     {"startdelay", &FioJob::startDelay}};

/// Keys of lengths.
const std::map<std::string, FioLength FioJob::*> LENGTHS = {
    {"size", &FioJob::size},
    {"io_size", &FioJob::ioSize},
    {"io_limit", &FioJob::ioSize},
    {"offset", &FioJob::offset},
    {"fileoffset", &FioJob::offset},
    {"offset_increment", &FioJob::offsetIncrement}};

/// Keys that are yes or no.
const std::map<std::string, bool FioJob::*> FLAGS = {{"time_based", &FioJob::isTimeBased},
                                                     {"stonewall", &FioJob::isStonewall},
                                                     {"wait_for_previous", &FioJob::isStonewall}};

/// Keys of what flushes, that are yes or no.
const std::map<std::string, bool FioJob::Sync::*> SYNC_FLAGS = {
    {"end_fsync", &FioJob::Sync::atEnd},
    {"end_syncfs", &FioJob::Sync::atEnd},
    {"fsync_on_close", &FioJob::Sync::atEnd},
    {"writefua", &FioJob::Sync::forceWrites},
    {"readfua", &FioJob::Sync::forceReads}};

/// Keys of zones, which are sizes.
const std::map<std::string, uint64_t FioJob::Zones::*> ZONES = {
    {"zonesize", &FioJob::Zones::size},
    {"zonerange", &FioJob::Zones::range},
    {"zoneskip", &FioJob::Zones::skip}};

/**
 * Take a whole number into a member of a job.
 *
 * @tparam member the member
 * @tparam least its least value
 * @param draft gets the value
 * @param option the key
 * @return true
 */
template <auto member, uint64_t least>
bool
TakeNumber(FioDraft& draft, const FioOption& option)
{
    using Number = std::remove_reference_t<decltype(draft.job.*member)>;
    draft.job.*member = static_cast<Number>(
        option.GetInteger(least, sizeof(Number) == 4 ? 1000000 : MOST_REQUESTS));
    return true;
}

/**
 * Take a number of requests into a member of a part of a job.
 *
 * @tparam part the part
 * @tparam member its member
 * @tparam least the least value
 * @param draft gets the value
 * @param option the key
 * @return true
 */
template <auto part, auto member, uint64_t least>
bool
TakeCount(FioDraft& draft, const FioOption& option)
{
    draft.job.*part.*member = option.GetInteger(least, MOST_REQUESTS);
    return true;
}

/**
 * Take a flag into a member of a draft.
 *
 * @tparam member the member
 * @tparam value what it is if the flag is set
 * @param draft gets the value
 * @param option the key
 * @return true
 */
template <auto member, bool value = true>
bool
TakeFlag(FioDraft& draft, const FioOption& option)
{
    draft.*member = option.GetFlag() == value;
    return true;
}

/**
 * Take one of two words into a member of a job.
 *
 * @tparam member the member
 * @param draft gets the value
 * @param option the key
 * @param first the word of false
 * @param second the word of true
 * @return true
 */
template <auto member>
bool
TakeWord(FioDraft& draft, const FioOption& option, const char* first, const char* second)
{
    draft.job.*member = IsSecondFioWord(option, first, second);
    return true;
}

/**
 * Take a text into a member of a job.
 *
 * @tparam member the member
 * @param draft gets the value
 * @param option the key
 * @return true
 */
template <auto member>
bool
TakeText(FioDraft& draft, const FioOption& option)
{
    draft.job.*member = option.GetText();
    return true;
}

/**
 * @param draft gets the value
 * @param option filesize
 * @return false for a range, from which fio draws
 */
bool
TakeFileSize(FioDraft& draft, const FioOption& option)
{
    const bool isRange = option.GetText().find('-') != std::string::npos;
    draft.job.fileSize = isRange ? 0 : option.GetBytes(option.GetText());
    return !isRange;
}

/**
 * @param draft gets the value
 * @param option rwmixread or rwmixwrite
 * @return true
 */
bool
TakeMix(FioDraft& draft, const FioOption& option)
{
    const auto percent = static_cast<double>(option.GetInteger(0, 100));
    draft.job.readPercent = option.GetKey() == "rwmixread" ? percent : 100 - percent;
    return true;
}

/**
 * @param draft gets the value
 * @param option thinktime_blocks
 * @return true
 */
bool
TakeThinkBlocks(FioDraft& draft, const FioOption& option)
{
    draft.job.think.blocks = option.GetInteger(1, MOST_REQUESTS);
    draft.hasThinkBlocks = true;
    return true;
}

/**
 * @return the keys that need more than a member of a job
 */
const std::map<std::string, Taker>&
GetTakers()
{
    using Sync = FioJob::Sync;
    using Verify = FioJob::Verify;
    static const std::map<std::string, Taker> TAKERS = {
        {"rw", ParseFioAccess},
        {"readwrite", ParseFioAccess},
        {"bs", ParseFioBlockSizes},
        {"blocksize", ParseFioBlockSizes},
        {"bsrange", ParseFioBlockRange},
        {"blocksize_range", ParseFioBlockRange},
        {"bssplit", ParseFioBlockSplit},
        {"ba", ParseFioAlignment},
        {"blockalign", ParseFioAlignment},
        {"rate", ParseFioByteRates},
        {"rate_iops", ParseFioRates},
        {"percentage_random", ParseFioRandomPercent},
        {"percentage_sequential", ParseFioRandomPercent},
        {"random_distribution", ParseFioDistribution},
        {"file_service_type", ParseFioFileService},
        {"random_generator", ParseFioGenerator},
        {"kb_base", ParseFioBase},
        {"ioengine", ParseFioEngine},
        {"zonemode", ParseFioZoneMode},
        {"verify", ParseFioVerify},
        {"sync", ParseFioSync},
        {"rwmixread", TakeMix},
        {"rwmixwrite", TakeMix},
        {"filesize", TakeFileSize},
        {"thinktime_blocks", TakeThinkBlocks},
        {"name", TakeText<&FioJob::name>},
        {"wait_for", TakeText<&FioJob::waitFor>},
        {"iodepth", TakeNumber<&FioJob::depth, 1>},
        {"iodepth_low", TakeNumber<&FioJob::lowDepth, 0>},
        {"iodepth_batch_complete", TakeNumber<&FioJob::batchComplete, 0>},
        {"iodepth_batch_complete_min", TakeNumber<&FioJob::batchComplete, 0>},
        {"loops", TakeNumber<&FioJob::loops, 1>},
        {"nrfiles", TakeNumber<&FioJob::files, 1>},
        {"nr_files", TakeNumber<&FioJob::files, 1>},
        {"number_ios", TakeNumber<&FioJob::requests, 0>},
        {"fsync", TakeCount<&FioJob::sync, &Sync::writes, 0>},
        {"fdatasync", TakeCount<&FioJob::sync, &Sync::dataWrites, 0>},
        {"verify_backlog", TakeCount<&FioJob::verify, &Verify::backlog, 0>},
        {"verify_backlog_batch", TakeCount<&FioJob::verify, &Verify::batch, 0>},
        {"direct", TakeFlag<&FioDraft::isDirect>},
        {"buffered", TakeFlag<&FioDraft::isDirect, false>},
        {"do_verify", TakeFlag<&FioDraft::hasVerifyPhase>},
        // A job without a size goes to the end of its device anyway.
        {"fill_device", TakeFlag<&FioDraft::fillsDevice>},
        {"fill_fs", TakeFlag<&FioDraft::fillsDevice>},
        {"numjobs",
         [](auto& draft, const auto& option) {
             draft.job.clones = option.GetInteger(1, 10000);
             return true;
         }},
        {"norandommap",
         [](auto& draft, const auto& option) {
             draft.job.hasMap = !option.GetFlag();
             return true;
         }},
        {"io_submit_mode",
         [](auto& draft, const auto& option) {
             return TakeWord<&FioJob::isOffload>(draft, option, "inline", "offload");
         }},
        {"rw_sequencer",
         [](auto& draft, const auto& option) {
             return TakeWord<&FioJob::isIdentical>(draft, option, "sequential", "identical");
         }},
        {"rate_process",
         [](auto& draft, const auto& option) {
             return TakeWord<&FioJob::isPoisson>(draft, option, "linear", "poisson");
         }},
        {"thinktime",
         [](auto& draft, const auto& option) {
             draft.job.think.time = option.GetShortTime();
             return true;
         }},
        {"thinktime_spin",
         [](auto&, const auto& option) {
             // It is a part of thinktime, in which only a processor has something to do.
             option.GetShortTime();
             return true;
         }},
        {"thinktime_blocks_type",
         [](auto& draft, const auto& option) {
             draft.job.think.isIssue = IsSecondFioWord(option, "complete", "issue");
             return true;
         }},
        {"thinktime_iotime", [](auto& draft, const auto& option) {
             draft.job.think.ioTime = option.GetTime();
             return true;
         }}};
    return TAKERS;
}

/**
 * Take a key that is a member of a job.
 *
 * @param option the key
 * @param job gets it
 * @return false if it is no such key
 */
bool
TakeMember(const FioOption& option, FioJob& job)
{
    const auto& key = option.GetKey();
    if (const auto time = TIMES.find(key); time != TIMES.end())
    {
        job.*time->second = option.GetTime();
        return true;
    }
    if (const auto length = LENGTHS.find(key); length != LENGTHS.end())
    {
        job.*length->second = option.GetLength();
        return true;
    }
    if (const auto flag = FLAGS.find(key); flag != FLAGS.end())
    {
        job.*flag->second = option.GetFlag();
        return true;
    }
    if (const auto flag = SYNC_FLAGS.find(key); flag != SYNC_FLAGS.end())
    {
        job.sync.*flag->second = option.GetFlag();
        return true;
    }
    if (const auto zone = ZONES.find(key); zone != ZONES.end())
    {
        job.zones.*zone->second = option.GetBytes(option.GetText());
        return true;
    }
    return false;
}

/**
 * @param option a key
 * @return true if its value depends on the computer that fio runs on, or on the zones of a zoned
 *         drive
 */
bool
IsOfTheHost(const FioOption& option)
{
    const auto& text = option.GetText();
    const bool isInZones = LENGTHS.contains(option.GetKey()) && text.ends_with('z');
    return isInZones || text.find('$') != std::string::npos;
}

} // namespace

FioKeyOutcome
ParseFioKey(FioOption option, FioDraft& draft)
{
    const auto name = FindFioKeyName(option.GetKey());
    const auto found = GetTakers().find(option.GetKey());
    if (name == FioKeyName::UNSUPPORTED)
    {
        return FioKeyOutcome::KEY_UNSUPPORTED;
    }
    if (name == FioKeyName::IGNORED && found == GetTakers().end())
    {
        return FioKeyOutcome::IGNORED;
    }
    option.SetKbBase(draft.kbBase);
    option.Substitute();
    if (IsOfTheHost(option))
    {
        return FioKeyOutcome::VALUE_UNSUPPORTED;
    }
    if (name == FioKeyName::DEFAULT_ONLY)
    {
        return IsFioDefault(option.GetKey(), option.GetText()) ? FioKeyOutcome::PARSED
                                                               : FioKeyOutcome::VALUE_UNSUPPORTED;
    }
    if (TakeMember(option, draft.job))
    {
        return FioKeyOutcome::PARSED;
    }
    if (found == GetTakers().end())
    {
        return FioKeyOutcome::UNKNOWN;
    }
    if (!found->second(draft, option))
    {
        return FioKeyOutcome::VALUE_UNSUPPORTED;
    }
    return name == FioKeyName::IGNORED ? FioKeyOutcome::IGNORED : FioKeyOutcome::PARSED;
}

} // namespace ns3
