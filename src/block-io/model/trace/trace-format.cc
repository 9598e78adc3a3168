/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-format.h"

#include "ns3/assert.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <cctype>

namespace ns3
{

namespace
{

/**
 * @param a a word
 * @param b another
 * @return true if they are the same but for capitals
 */
bool
IsSameWord(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    });
}

} // namespace

const std::vector<TraceFormatInfo>&
TraceFormatInfo::GetAll()
{
    using enum TraceFormat;
    static const std::vector<TraceFormatInfo> all{
        {DISKSIM, "DiskSim", "disksim", "arrival_ms device lbn blocks flags", true, true},
        {VALIDATE,
         "Validate",
         "validate",
         "operation tag lbn sectors service_us think_us",
         false,
         false},
        {CSV, "Csv", "csv", "time_s,operation,lba,blocks[,device][,observed_s]", true, true},
        {SPC, "Spc", "spc", "ASU,LBA,size,opcode,timestamp", true, false},
        {MSR,
         "Msr",
         "msr",
         "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime",
         true,
         false},
        {BLKPARSE,
         "Blkparse",
         "blkparse",
         "major,minor cpu sequence seconds pid action RWBS sector + sectors [process]",
         true,
         false},
        {FIO2,
         "Fio2",
         "fio2",
         "fio version 2 iolog, then: filename read|write|wait offset length",
         true,
         true},
        {FIO3,
         "Fio3",
         "fio3",
         "fio version 3 iolog, then: timestamp_us filename read|write offset length",
         true,
         true},
        {TENCENT, "Tencent", "tencent", "Timestamp,Offset,Size,IOType,VolumeID", true, false},
        {ALIBABA, "Alibaba", "alibaba", "device_id,opcode,offset,length,timestamp", true, false},
        {MQSIM, "MQSim", "mqsim", "arrival_ns device lsn sectors type", true, true},
        {SYSTOR, "Systor", "systor", "Timestamp,Response,IOType,LUN,Offset,Size", true, false},
        {FIU,
         "Fiu",
         "fiu",
         "timestamp_ns pid process lba blocks operation major minor md5",
         true,
         false},
        {CLOUDPHYSICS, "CloudPhysics", "cloudphysics", "version,time,op,size,lbn", true, false},
        {COLUMNS, "Columns", "columns", "the columns that the map names", true, false},
    };
    return all;
}

const TraceFormatInfo&
TraceFormatInfo::Get(TraceFormat format)
{
    const auto place = static_cast<std::size_t>(format) - 1;
    NS_ASSERT_MSG(place < GetAll().size() && GetAll()[place].format == format, "no format");
    return GetAll()[place];
}

TraceEvent
FindTraceEvent(std::string_view word)
{
    return word == "queue"      ? TraceEvent::QUEUE
           : word == "complete" ? TraceEvent::COMPLETE
                                : TraceEvent::ISSUE;
}

TraceFormat
TraceFormatInfo::Find(std::string_view name)
{
    if (name.empty() || IsSameWord(name, "Recognised"))
    {
        return TraceFormat::RECOGNISED;
    }
    if (IsSameWord(name, "libcachesim"))
    {
        return TraceFormat::CLOUDPHYSICS;
    }
    std::string names;
    for (const auto& info : GetAll())
    {
        if (IsSameWord(name, info.name))
        {
            return info.format;
        }
        names += (names.empty() ? "" : ", ") + std::string(info.tag);
    }
    throw UserError("format '" + std::string(name) + "' is not one of " + names);
}

TraceFormat
TraceFormatInfo::Guess(std::string_view fileName)
{
    const auto slash = fileName.rfind('/');
    auto rest = fileName.substr(slash == std::string_view::npos ? 0 : slash + 1);
    auto guess = TraceFormat::RECOGNISED;
    for (auto dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.'))
    {
        rest.remove_prefix(dot + 1);
        const auto part = rest.substr(0, rest.find('.'));
        for (const auto& info : GetAll())
        {
            // A file of any comma-separated format may end in .csv.
            const bool isWeaker =
                info.format == TraceFormat::CSV && guess != TraceFormat::RECOGNISED;
            if (IsSameWord(part, info.tag) && !isWeaker)
            {
                guess = info.format;
            }
        }
    }
    return guess;
}

} // namespace ns3
