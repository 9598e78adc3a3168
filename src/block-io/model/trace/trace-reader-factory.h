/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_READER_FACTORY_H
#define TRACE_READER_FACTORY_H

#include "trace-format.h"
#include "trace-reader.h"

#include "ns3/line-reader.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Creates the reader for the format of a trace.
 */
class TraceReaderFactory
{
  public:
    /**
     * Open a trace, plain or compressed by gzip or zstd.
     *
     * @param fileName the file
     * @param options its format and what belongs to it
     * @return its reader, before the first record
     * @throw UserError if the file cannot be read, is empty or of no known format
     */
    static std::unique_ptr<TraceReader> Open(const std::string& fileName,
                                             const TraceOptions& options);

    /**
     * Open a trace, plain or compressed by gzip or zstd.
     *
     * @param fileName the file
     * @param format its format
     * @return its reader, before the first record
     * @throw UserError if the file cannot be read, is empty or of no known format
     */
    static std::unique_ptr<TraceReader> Open(const std::string& fileName,
                                             TraceFormat format = TraceFormat::RECOGNISED);

    /**
     * Open a trace.
     *
     * @param lines its lines, before the first
     * @param options its format and what belongs to it
     * @return its reader, before the first record
     * @throw UserError if it is empty or of no known format
     */
    static std::unique_ptr<TraceReader> Open(std::unique_ptr<LineReader> lines,
                                             const TraceOptions& options = {});
};

} // namespace ns3

#endif /* TRACE_READER_FACTORY_H */
