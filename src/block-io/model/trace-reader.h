/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_READER_H
#define TRACE_READER_H

#include "block-request.h"
#include "line-reader.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * One request of a block trace.
 */
struct TraceRecord
{
    /// Bytes in the sector that traces count in.
    static constexpr uint32_t SECTOR_SIZE = 512;

    Time time;           //!< when it was issued; zero where the trace has no such times
    Time think;          //!< from its completion to the issue of the next; zero where not recorded
    Time observed;       //!< response time that was measured; zero where not recorded
    uint64_t lba{0};     //!< the first sector
    uint32_t sectors{0}; //!< number of sectors, at least 1
    uint32_t device{0};  //!< number of the device
    uint32_t line{0};    //!< line of the file, counted from 1
    BlockOperation operation{BlockOperation::READ}; //!< READ or WRITE
};

/**
 * @ingroup block-io
 *
 * Reads a block trace record by record. A subclass knows one format; the base class knows the file
 * and checks what holds for every format: sectors that exist, and times that do not go back.
 */
class TraceReader
{
  public:
    /// The format of a trace.
    enum class Format : uint8_t
    {
        RECOGNISED, //!< known by the first line
        DISKSIM,    //!< DiskSim ASCII: arrival_ms device lbn blocks flags
        VALIDATE,   //!< DiskSim validate: R|W tag lbn sectors service_us think_us
        CSV         //!< this project's: a header that names the columns
    };

    /**
     * Open a trace, plain or gzip.
     *
     * @param fileName the file
     * @param format its format
     * @return its reader, before the first record
     * @throw UserError if the file cannot be read, is empty or of no known format
     */
    static std::unique_ptr<TraceReader> Open(const std::string& fileName,
                                             Format format = Format::RECOGNISED);

    /**
     * Open a trace.
     *
     * @param lines its lines, before the first
     * @param format its format
     * @return its reader, before the first record
     * @throw UserError if it is empty or of no known format
     */
    static std::unique_ptr<TraceReader> Open(std::unique_ptr<LineReader> lines,
                                             Format format = Format::RECOGNISED);

    virtual ~TraceReader() = default;

    /**
     * @param record gets the next record
     * @return false at the end of the trace
     * @throw UserError naming file and line if the line is wrong
     */
    bool Next(TraceRecord& record);

    /**
     * @return true if the records say when they were issued
     */
    virtual bool HasTimes() const = 0;

  protected:
    /**
     * @param lines the file, its first line read
     */
    explicit TraceReader(std::unique_ptr<LineReader> lines);

    /**
     * Read the present line of the file.
     *
     * @param lines the file
     * @param record gets the record
     */
    virtual void Parse(const LineReader& lines, TraceRecord& record) = 0;

    /**
     * @return the file, its first line read
     */
    const LineReader& GetLines() const;

    /**
     * Take the first line for a header, not a record.
     */
    void SkipFirstLine();

    /**
     * @param lines the file
     * @param field a field that says R or W
     * @return the operation
     */
    static BlockOperation ParseOperation(const LineReader& lines, std::string_view field);

    /**
     * @param lines the file
     * @param field a field that holds a time
     * @param name what it is called in the error message
     * @param unitNs nanoseconds in its unit
     * @return the time, to the nanosecond
     */
    static Time ParseTime(const LineReader& lines,
                          std::string_view field,
                          const char* name,
                          uint64_t unitNs);

    /**
     * Read the address and length of a record.
     *
     * @param lines the file
     * @param lba the field of the first sector
     * @param sectors the field of the number of sectors
     * @param record gets both
     */
    static void ParseExtent(const LineReader& lines,
                            std::string_view lba,
                            std::string_view sectors,
                            TraceRecord& record);

  private:
    /**
     * @param lines the file, its first line read
     * @return the format that the line has
     */
    static Format Recognise(const LineReader& lines);

    std::unique_ptr<LineReader> m_lines; //!< the file
    bool m_lineRead{true};               //!< true if the present line was not used
    Time m_lastTime;                     //!< time of the last record
};

} // namespace ns3

#endif /* TRACE_READER_H */
