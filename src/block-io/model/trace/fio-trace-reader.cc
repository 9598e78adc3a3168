/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-trace-reader.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ns3
{

namespace
{

/// Largest time: it fits 64 bits of nanoseconds.
constexpr uint64_t MAX_US = 4000000000000000;

/// Actions of a trace that move no data.
constexpr std::array<std::string_view, 6> OTHER_ACTIONS{"add",
                                                        "open",
                                                        "close",
                                                        "sync",
                                                        "datasync",
                                                        "trim"};

} // namespace

FioTraceReader::FioTraceReader(std::unique_ptr<LineReader> lines, Format format)
    : TraceReader(std::move(lines), format)
{
    if (!Recognises(GetLines(), format))
    {
        Fail("expected '" + std::string(GetHeader(format)) + "'");
    }
    SkipLine();
}

std::string_view
FioTraceReader::GetHeader(Format format)
{
    return format == Format::FIO2 ? "fio version 2 iolog" : "fio version 3 iolog";
}

bool
FioTraceReader::Recognises(const LineReader& lines, Format format)
{
    return lines.GetLine() == GetHeader(format);
}

std::string
FioTraceReader::GetUnits() const
{
    return "time in us, address in bytes";
}

bool
FioTraceReader::Parse(const LineReader& lines, TraceRecord& record)
{
    const bool hasTime = GetFormat() == Format::FIO3;
    const std::size_t name = hasTime ? 1 : 0;
    const auto& fields = lines.Split(" \t", false);
    const auto action = fields.size() > name + 1 ? fields[name + 1] : std::string_view();
    if (std::find(OTHER_ACTIONS.begin(), OTHER_ACTIONS.end(), action) != OTHER_ACTIONS.end())
    {
        return false;
    }
    if (fields.size() != name + 4)
    {
        Fail("expected " + std::to_string(name + 4) + " fields, " + GetExpectation() + ", found " +
             std::to_string(fields.size()));
    }
    if (action == "wait" && !hasTime)
    {
        const auto wait = lines.ParseInteger(fields[name + 2], "offset", MAX_US - m_timeUs);
        m_timeUs += wait >= MIN_WAIT_US ? wait : 0;
        return false;
    }
    if (action != "read" && action != "write")
    {
        Fail("action is '" + std::string(action) + "', not read, write" +
             (hasTime ? "" : ", wait") + ", add, open, close, sync, datasync or trim");
    }
    const auto timeUs = hasTime ? lines.ParseInteger(fields[0], "timestamp", MAX_US) : m_timeUs;
    record.timeNs = static_cast<int64_t>(timeUs) * 1000;
    record.operation = action == "read" ? BlockOperation::READ : BlockOperation::WRITE;
    record.device = FindDevice(fields[name]);
    constexpr uint64_t SECTOR = TraceRecord::SECTOR_SIZE;
    SetExtent(lines.ParseInteger(fields[name + 2], "offset", TraceRecord::MAX_LBA * SECTOR),
              lines.ParseInteger(fields[name + 3], "length", TraceRecord::MAX_SECTORS * SECTOR),
              "length",
              record);
    return true;
}

uint32_t
FioTraceReader::FindDevice(std::string_view name)
{
    if (name == m_lastName)
    {
        return m_lastDevice;
    }
    auto place = m_devices.find(name);
    if (place == m_devices.end())
    {
        uint32_t number = m_devices.size();
        if (name.starts_with(DEVICE))
        {
            const auto* end = name.data() + name.size();
            uint32_t told = 0;
            const auto result = std::from_chars(name.data() + DEVICE.size(), end, told);
            number = result.ec == std::errc() && result.ptr == end ? told : number;
        }
        place = m_devices.emplace(name, number).first;
    }
    m_lastName = place->first;
    m_lastDevice = place->second;
    return m_lastDevice;
}

} // namespace ns3
