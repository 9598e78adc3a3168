/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLUMN_TRACE_WRITER_H
#define COLUMN_TRACE_WRITER_H

#include "trace-columns.h"
#include "trace-writer.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-trace
 *
 * Writes traces that have a request in each line, its properties in columns.
 */
class ColumnTraceWriter : public TraceWriter
{
  public:
    /**
     * @param format a format of columns
     * @param columns what the columns are
     */
    ColumnTraceWriter(TraceFormat format, TraceColumns columns);

  protected:
    void Begin(std::string& text) override;
    void Format(const TraceRecord& record, std::string& text) override;

  private:
    /**
     * Write a field of a record.
     *
     * @param field which; N_FIELDS for a column that means nothing
     * @param record the record
     * @param text where to
     */
    void AppendField(TraceColumns::Field field, const TraceRecord& record, std::string& text) const;

    /**
     * Write an address or a length.
     *
     * @param field which
     * @param sectors its sectors
     * @param text where to
     * @throw UserError if the column's unit does not hold it
     */
    void AppendBytes(TraceColumns::Field field, uint64_t sectors, std::string& text) const;

    /**
     * @param operation an operation
     * @return how it is written
     */
    const char* GetWord(BlockOperation operation) const;

    TraceColumns m_columns;                    //!< what the columns are
    std::vector<TraceColumns::Field> m_places; //!< what is in each column
};

} // namespace ns3

#endif /* COLUMN_TRACE_WRITER_H */
