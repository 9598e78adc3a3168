/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_WRITER_H
#define TRACE_WRITER_H

#include "trace-format.h"
#include "trace-record.h"

#include "ns3/result-file.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Writes a block trace record by record. Anything that a format cannot hold is omitted: response
 * and think times, devices, and the digits of a time below the format's unit, which are truncated.
 */
class TraceWriter
{
  public:
    virtual ~TraceWriter() = default;
    TraceWriter(const TraceWriter&) = delete;
    TraceWriter& operator=(const TraceWriter&) = delete;

    /**
     * Write to a file and not to memory, from before the first record on.
     *
     * @param file the file
     */
    void SetFile(std::unique_ptr<ResultFile> file);

    /**
     * @param record the next record, not before the last in time; sectors is at least 1
     */
    void Write(const TraceRecord& record);

    /**
     * Finish the trace and give the file its name. Nothing can be written after that.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

    /**
     * @return the format
     */
    TraceFormat GetFormat() const;

    /**
     * @return what was written and is in no file
     */
    const std::string& GetText() const;

  protected:
    /**
     * @param format the format
     */
    explicit TraceWriter(TraceFormat format);

    /**
     * Write what precedes the first record.
     *
     * @param text where to
     */
    virtual void Begin(std::string& text);

    /**
     * Write a record.
     *
     * @param record the record
     * @param text where to
     */
    virtual void Format(const TraceRecord& record, std::string& text) = 0;

    /**
     * Write what follows the last record.
     *
     * @param text where to
     */
    virtual void End(std::string& text);

    /**
     * @param value a number
     * @param text gets its decimal digits
     */
    static void Append(uint64_t value, std::string& text);

    /**
     * Write a time, truncated after the last digit.
     *
     * @param ns the time
     * @param unit nanoseconds of the unit, a power of ten
     * @param decimals digits behind the point; as many as nanoseconds have, or none
     * @param text gets the time in the unit
     */
    static void AppendTime(int64_t ns, uint64_t unit, uint32_t decimals, std::string& text);

  private:
    TraceFormat m_format;               //!< the format
    std::unique_ptr<ResultFile> m_file; //!< the file; null if there is none
    std::string m_text;                 //!< what is not in the file
    bool m_hasBegun{false};             //!< true once Begin was called
    int64_t m_lastTime{0};              //!< time of the last record, ns
};

} // namespace ns3

#endif /* TRACE_WRITER_H */
