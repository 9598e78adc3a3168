/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_TRACE_READER_H
#define FIO_TRACE_READER_H

#include "trace-reader.h"

#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Reads fio's iolog, version 2 or 3 (fio documentation, "Trace file format"). Actions that move no
 * data (add, open, close, sync, datasync, trim) are passed over. In version 2 a request has the
 * time of the wait above it, each of which counts from the one before; those below 100 us are
 * ignored, as the documentation says. Files are numbered as they appear; those named device<N> are
 * device N.
 */
class FioTraceReader : public TraceReader
{
  public:
    /// Shortest wait of version 2 that counts, us.
    static constexpr uint64_t MIN_WAIT_US = 100;
    /// What a file is called that is the device of the number behind it.
    static constexpr std::string_view DEVICE = "device";

    /**
     * @param lines the file, its first line read
     * @param format FIO2 or FIO3
     * @throw UserError if the first line does not say so
     */
    FioTraceReader(std::unique_ptr<LineReader> lines, Format format);

    /**
     * @param format FIO2 or FIO3
     * @return its first line
     */
    static std::string_view GetHeader(Format format);

    /**
     * @param lines a file, its first line read
     * @param format FIO2 or FIO3
     * @return true if that line is its header
     */
    static bool Recognises(const LineReader& lines, Format format);

    std::string GetUnits() const override;

  protected:
    bool Parse(const LineReader& lines, TraceRecord& record) override;

  private:
    /**
     * @param name the name of a file
     * @return the number of its device
     */
    uint32_t FindDevice(std::string_view name);

    std::map<std::string, uint32_t, std::less<>> m_devices; //!< number of each file
    std::string m_lastName;                                 //!< the file of the last request
    uint32_t m_lastDevice{0};                               //!< its number
    uint64_t m_timeUs{0};                                   //!< version 2: time of the last wait
};

} // namespace ns3

#endif /* FIO_TRACE_READER_H */
