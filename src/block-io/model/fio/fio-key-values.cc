/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-key-values.h"

#include "fio-engine.h"

#include <map>
#include <set>

namespace ns3
{

namespace
{

/// What rw may be.
constexpr const char* ACCESSES = "one of read, write, rw, readwrite, randread, randwrite, randrw, "
                                 "with a number behind a colon or without";

/// Names of both directions, in the order of a pair.
constexpr std::size_t DIRECTIONS[] = {FioJob::READ, FioJob::WRITE};

/// Names of ways to check contents.
const std::set<std::string> CHECKSUMS = {"crc16",
                                         "crc32",
                                         "crc32c",
                                         "crc32c-intel",
                                         "crc64",
                                         "crc7",
                                         "md5",
                                         "meta",
                                         "null",
                                         "pattern",
                                         "pattern_hdr",
                                         "sha1",
                                         "sha256",
                                         "sha3-224",
                                         "sha3-256",
                                         "sha3-384",
                                         "sha3-512",
                                         "sha512",
                                         "xxhash"};

} // namespace

bool
IsSecondFioWord(const FioOption& option, const std::string& first, const std::string& second)
{
    const bool isSecond = option.GetText() == second;
    if (!isSecond && option.GetText() != first)
    {
        option.Reject(first + " or " + second);
    }
    return isSecond;
}

bool
ParseFioAccess(FioDraft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    const auto colon = text.find(':');
    const auto access = text.substr(0, colon);
    if (access.find("trim") != std::string::npos)
    {
        return false;
    }
    auto& job = draft.job;
    job.isRandom = access.starts_with("rand");
    const auto what = access.substr(job.isRandom ? 4 : 0);
    const bool isMixed = what == "rw" || access == "readwrite";
    job.directions[FioJob::READ].used = isMixed || what == "read";
    job.directions[FioJob::WRITE].used = isMixed || what == "write";
    if (!job.directions[FioJob::READ].used && !job.directions[FioJob::WRITE].used)
    {
        option.Reject(ACCESSES);
    }
    job.run = 1;
    job.gap = 0;
    if (colon == std::string::npos)
    {
        return true;
    }
    const auto number = text.substr(colon + 1);
    if (job.isRandom)
    {
        job.run = static_cast<uint32_t>(
            option.GetNumber(number, "a number of requests from 1 to 1000000", 1, 1e6));
        return true;
    }
    const bool isBackwards = number.starts_with('-');
    const auto bytes = option.GetBlockSize(number.substr(isBackwards ? 1 : 0));
    job.gap = isBackwards ? -int64_t{bytes} : int64_t{bytes};
    return true;
}

bool
ParseFioDistribution(FioDraft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    const auto skew = colon == std::string::npos ? "" : text.substr(colon + 1);
    auto& job = draft.job;
    if (text == "random")
    {
        job.distribution = FioJob::Distribution::RANDOM;
    }
    else if (name == "zipf")
    {
        job.distribution = FioJob::Distribution::ZIPF;
        job.skew = option.GetNumber(skew, "zipf:theta with a theta from 0 to 100", 0, 100);
    }
    else if (name == "pareto")
    {
        job.distribution = FioJob::Distribution::PARETO;
        job.skew = option.GetNumber(skew,
                                    "pareto:power with a power from 0.000001 to 0.999999",
                                    1e-6,
                                    1 - 1e-6);
    }
    else if (name == "zoned")
    {
        job.distribution = FioJob::Distribution::ZONED;
        const auto pair = option.GetPair();
        job.directions[FioJob::READ].zones = option.GetZones(pair[0].substr(colon + 1));
        const auto own = pair[1].find(':') == colon && pair[1].starts_with(name);
        job.directions[FioJob::WRITE].zones =
            option.GetZones(own ? pair[1].substr(colon + 1) : pair[1]);
    }
    else if (name == "normal" || name == "zoned_abs" || name == "sequence")
    {
        return false;
    }
    else
    {
        option.Reject("random, zipf:theta, pareto:power or zoned:share/part:share/part");
    }
    return true;
}

bool
ParseFioBlockSizes(FioDraft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        draft.blockSizes[d] = pair[d].empty() ? 4096 : option.GetBlockSize(pair[d]);
    }
    return true;
}

bool
ParseFioBlockRange(FioDraft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        draft.blockRange[d] = {};
        if (!pair[d].empty())
        {
            draft.blockRange[d] = option.GetSizeRange(pair[d]);
        }
    }
    return true;
}

bool
ParseFioBlockSplit(FioDraft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        draft.blockSplit[d].clear();
        if (!pair[d].empty())
        {
            draft.blockSplit[d] = option.GetShares(pair[d]);
        }
    }
    return true;
}

bool
ParseFioAlignment(FioDraft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        draft.alignment[d] = pair[d].empty() ? 0 : option.GetBlockSize(pair[d]);
    }
    return true;
}

bool
ParseFioByteRates(FioDraft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        const auto bytes = pair[d].empty() ? 0 : option.GetBytes(pair[d]);
        draft.job.directions[d].byteRate = static_cast<double>(bytes);
    }
    return true;
}

bool
ParseFioRates(FioDraft& draft, const FioOption& option)
{
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        const bool isLimited = !pair[d].empty() && pair[d] != "0";
        draft.job.directions[d].rate =
            isLimited ? option.GetNumber(pair[d], "rates, 0 for none", 1e-3, 1e9) : 0;
    }
    return true;
}

bool
ParseFioRandomPercent(FioDraft& draft, const FioOption& option)
{
    const bool isSequential = option.GetKey() == "percentage_sequential";
    const auto pair = option.GetPair();
    for (const auto d : DIRECTIONS)
    {
        const auto percent =
            pair[d].empty() ? 100 : option.GetNumber(pair[d], "percentages from 0 to 100", 0, 100);
        draft.job.directions[d].randomPercent = isSequential ? 100 - percent : percent;
    }
    return true;
}

bool
ParseFioBase(FioDraft& draft, const FioOption& option)
{
    draft.kbBase = IsSecondFioWord(option, "1000", "1024") ? 1024 : 1000;
    return true;
}

bool
ParseFioEngine(FioDraft& draft, const FioOption& option)
{
    const auto* engine = FindFioEngine(option.GetText());
    if (engine == nullptr)
    {
        option.Reject("an engine of fio such as psync, libaio or io_uring");
    }
    draft.engine = option.GetText();
    return engine->kind != FioEngine::Kind::OTHER;
}

bool
ParseFioZoneMode(FioDraft& draft, const FioOption& option)
{
    if (option.GetText() == "zbd")
    {
        return false;
    }
    draft.hasZoneMode = true;
    draft.hasZones = IsSecondFioWord(option, "none", "strided");
    return true;
}

bool
ParseFioVerify(FioDraft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    draft.job.verify.isOn = CHECKSUMS.contains(text);
    if (!draft.job.verify.isOn && text != "0" && text != "none")
    {
        option.Reject("0 or a way to check contents such as crc32c or md5");
    }
    return true;
}

bool
ParseFioSync(FioDraft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    draft.job.sync.forceWrites = text == "1" || text == "sync" || text == "dsync";
    if (!draft.job.sync.forceWrites && text != "0" && text != "none")
    {
        option.Reject("none, sync or dsync");
    }
    return true;
}

bool
ParseFioFileService(FioDraft& draft, const FioOption& option)
{
    static const std::set<std::string> names =
        {"random", "roundrobin", "sequential", "zipf", "pareto", "normal", "gauss"};
    const auto& text = option.GetText();
    if (!names.contains(text.substr(0, text.find(':'))))
    {
        option.Reject("random, roundrobin, sequential, zipf, pareto, normal or gauss");
    }
    draft.job.areFilesInTurn = text == "roundrobin" || text == "roundrobin:1";
    return true;
}

bool
ParseFioGenerator(FioDraft& draft, const FioOption& option)
{
    const auto& text = option.GetText();
    draft.isEveryBlockOnce = text == "lfsr";
    if (!draft.isEveryBlockOnce && text != "tausworthe" && text != "tausworthe64")
    {
        option.Reject("tausworthe, tausworthe64 or lfsr");
    }
    return true;
}

} // namespace ns3
