/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_WRITER_FACTORY_H
#define TRACE_WRITER_FACTORY_H

#include "trace-format.h"
#include "trace-writer.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Creates the writer for the format of a trace.
 */
class TraceWriterFactory
{
  public:
    /**
     * Write a trace to a file, compressed if its name ends in .gz or .zst.
     *
     * @param fileName the file
     * @param options its format, by default as its name tells, and what belongs to it
     * @return its writer
     * @throw UserError if the file cannot be created, or its name tells no format
     */
    static std::unique_ptr<TraceWriter> Open(const std::string& fileName,
                                             const TraceOptions& options);

    /**
     * Write a trace to memory.
     *
     * @param options its format, and what belongs to it
     * @return its writer
     */
    static std::unique_ptr<TraceWriter> Open(const TraceOptions& options);
};

} // namespace ns3

#endif /* TRACE_WRITER_FACTORY_H */
