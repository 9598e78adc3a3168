/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLKPARSE_TRACE_WRITER_H
#define BLKPARSE_TRACE_WRITER_H

#include "trace-writer.h"

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Writes the text that blkparse prints by default, one event for each request. Devices have the
 * major number 259 and their own as the minor.
 */
class BlkparseTraceWriter : public TraceWriter
{
  public:
    /**
     * @param event which events requests are written as
     */
    explicit BlkparseTraceWriter(TraceEvent event);

  protected:
    void Format(const TraceRecord& record, std::string& text) override;

  private:
    TraceEvent m_event;     //!< which events requests are written as
    uint64_t m_sequence{0}; //!< number of the last event
};

} // namespace ns3

#endif /* BLKPARSE_TRACE_WRITER_H */
