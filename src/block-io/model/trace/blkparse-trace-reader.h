/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLKPARSE_TRACE_READER_H
#define BLKPARSE_TRACE_READER_H

#include "trace-reader.h"

#include <array>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Reads the text that blkparse prints by default (blkparse(1), "DEFAULT OUTPUT"). One kind of event
 * per request is read: its issue to the driver or its queueing. Events without data (flushes,
 * discards) and all lines that are not events, such as the summary, are skipped. The device is the
 * minor number, with SCSI disks (major 8, 16 minors each) the disk.
 */
class BlkparseTraceReader : public TraceReader
{
  public:
    /**
     * @param lines the file, its first line read
     * @param event which events are read
     */
    BlkparseTraceReader(std::unique_ptr<LineReader> lines, TraceEvent event);

    /**
     * @param lines a file, its first line read
     * @return true if that line looks like an event
     */
    static bool Recognises(const LineReader& lines);

    /**
     * @param event a kind of events
     * @return its letter
     */
    static const char* GetLetter(TraceEvent event);

    std::string GetUnits() const override;

  protected:
    bool Parse(const LineReader& lines, TraceRecord& record) override;
    std::string GetExpectation() const override;

  private:
    /**
     * @param field major and minor number of a device
     * @return the device's number
     */
    uint32_t ParseDevice(std::string_view field);

    TraceEvent m_event; //!< which events are read
    /// Number of events of each other kind, and at the end of those that are never read.
    std::array<uint64_t, 4> m_others{};
    bool m_hasMajor{false}; //!< true once m_major is known
    uint32_t m_major{0};    //!< major number of the devices
};

} // namespace ns3

#endif /* BLKPARSE_TRACE_READER_H */
