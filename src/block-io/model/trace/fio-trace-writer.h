/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_TRACE_WRITER_H
#define FIO_TRACE_WRITER_H

#include "trace-writer.h"

#include <set>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Writes fio's iolog, version 2 or 3. Device N is the file device<N>, added and opened before its
 * first request and closed at the end. Version 2 has no times but waits, none below 100 us:
 * requests that are closer together than that follow each other at once.
 */
class FioTraceWriter : public TraceWriter
{
  public:
    /**
     * @param format FIO2 or FIO3
     */
    explicit FioTraceWriter(TraceFormat format);

  protected:
    void Begin(std::string& text) override;
    void Format(const TraceRecord& record, std::string& text) override;
    void End(std::string& text) override;

  private:
    /**
     * Write the beginning of a line: the time, where lines have it, file and action.
     *
     * @param device number of the device
     * @param action the action
     * @param text where to
     */
    void AppendAction(uint32_t device, const char* action, std::string& text) const;

    /**
     * Write the end of a line.
     *
     * @param offset offset in the file, bytes, or how long to wait, us
     * @param length bytes
     * @param text where to
     */
    static void AppendExtent(uint64_t offset, uint64_t length, std::string& text);

    bool m_hasTime;               //!< true if lines begin with a time
    uint64_t m_timeUs{0};         //!< time of the last line, version 2: of the last wait
    std::set<uint32_t> m_devices; //!< those that are open
};

} // namespace ns3

#endif /* FIO_TRACE_WRITER_H */
