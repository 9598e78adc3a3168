/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VALIDATE_TRACE_READER_H
#define VALIDATE_TRACE_READER_H

#include "trace-reader.h"

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Reads the format of DiskSim's validation traces: a line each of R or W, a tag that means nothing,
 * first sector, number of sectors, measured response time and think time, both in microseconds.
 * It has no issue times: such a trace is replayed as a closed loop.
 */
class ValidateTraceReader : public TraceReader
{
  public:
    /// The fields of a line.
    static constexpr const char* LAYOUT = "R|W tag lbn sectors service_us think_us";

    /**
     * @param lines the file, its first line read
     */
    explicit ValidateTraceReader(std::unique_ptr<LineReader> lines);

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

#endif /* VALIDATE_TRACE_READER_H */
