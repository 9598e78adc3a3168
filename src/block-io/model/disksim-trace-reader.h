/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_TRACE_READER_H
#define DISKSIM_TRACE_READER_H

#include "trace-reader.h"

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Reads DiskSim's ASCII format: a line each of arrival time in milliseconds, device number, first
 * sector, number of sectors, and flags in hexadecimal, of which the lowest bit marks a read.
 */
class DisksimTraceReader : public TraceReader
{
  public:
    /// The fields of a line.
    static constexpr const char* LAYOUT = "arrival_ms device lbn blocks flags";

    /**
     * @param lines the file, its first line read
     */
    explicit DisksimTraceReader(std::unique_ptr<LineReader> lines);

    /**
     * @param lines a file, its first line read
     * @return true if that line looks like this format
     */
    static bool Recognises(const LineReader& lines);
    bool HasTimes() const override;

  protected:
    void Parse(const LineReader& lines, TraceRecord& record) override;
};

} // namespace ns3

#endif /* DISKSIM_TRACE_READER_H */
