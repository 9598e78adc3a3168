/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_READER_H
#define TRACE_READER_H

#include "trace-format.h"
#include "trace-record.h"

#include "ns3/line-reader.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Reads a block trace record by record, in bounded memory. A subclass handles one kind of format;
 * the base class handles the file and checks what applies to every format.
 */
class TraceReader
{
  public:
    /// The format of a trace.
    using Format = TraceFormat;

    virtual ~TraceReader() = default;

    /**
     * @param record gets the next record
     * @return false at the end of the trace
     * @throw UserError naming file and line if the line is wrong, or if the file ends
     * without a record
     */
    bool Next(TraceRecord& record);

    /**
     * @return the format
     */
    Format GetFormat() const;

    /**
     * @return true if the records say when they were issued
     */
    bool HasTimes() const;

    /**
     * @return records whose address and length were no whole sectors; such a record is of all
     *         sectors that the request touches
     */
    uint64_t GetWidened() const;

    /**
     * @return requests that were left out, because they are neither reads nor writes, or it is not
     *         known which
     */
    uint64_t GetLeftOut() const;

    /**
     * @return units of times, addresses and lengths, as text
     */
    virtual std::string GetUnits() const = 0;

    /**
     * Refuse the last record.
     *
     * @param message what is wrong with it
     * @throw UserError always, naming file and line
     */
    [[noreturn]] void Fail(const std::string& message) const;

  protected:
    /**
     * @param lines the file, its first line read
     * @param format its format
     */
    TraceReader(std::unique_ptr<LineReader> lines, Format format);

    /**
     * Read the current line of the file.
     *
     * @param lines the file
     * @param record gets the record
     * @return false if the line holds no read or write
     */
    virtual bool Parse(const LineReader& lines, TraceRecord& record) = 0;

    /**
     * @return what a line should look like
     */
    virtual std::string GetExpectation() const;

    /**
     * @return the file, its first line read
     */
    const LineReader& GetLines() const;

    /**
     * Count a request that is neither a read nor a write.
     */
    void LeaveOut();

    /**
     * Take the current line for a header, not a record.
     */
    void SkipLine();

    /**
     * Set the address and length of a record: all sectors that the request touches.
     *
     * @param address where the request begins, from 0 to the end of sector MAX_LBA, bytes
     * @param length how long it is, bytes
     * @param name what the length is called in the error message
     * @param record gets both
     * @throw UserError if the length is 0 or more than MAX_SECTORS
     */
    void SetExtent(uint64_t address, uint64_t length, const char* name, TraceRecord& record);

  private:
    std::unique_ptr<LineReader> m_lines; //!< the file
    const TraceFormatInfo& m_info;       //!< its format
    bool m_lineRead{true};               //!< true if the current line was not used
    int64_t m_lastTime{0};               //!< time of the last record, ns
    uint64_t m_records{0};               //!< number of records
    uint64_t m_leftOut{0};               //!< requests that are neither reads nor writes
    uint64_t m_widened{0};               //!< those that were no whole sectors
};

} // namespace ns3

#endif /* TRACE_READER_H */
