/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/line-reader.h"
#include "ns3/trace-reader.h"
#include "ns3/user-error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

/**
 * Read a trace in each format, and in the one that it is recognised as.
 *
 * @param data the trace
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using Format = ns3::TraceReader::Format;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto format : {Format::RECOGNISED, Format::DISKSIM, Format::VALIDATE, Format::CSV})
    {
        try
        {
            const auto trace =
                ns3::TraceReader::Open(std::make_unique<ns3::LineReader>("input", text), format);
            ns3::TraceRecord record;
            while (trace->Next(record))
            {
            }
        }
        catch (const ns3::UserError&)
        {
            // What a bad trace is for.
        }
    }
    return 0;
}
