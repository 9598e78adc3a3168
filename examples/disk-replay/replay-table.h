/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_TABLE_H
#define REPLAY_TABLE_H

#include "ns3/block-request.h"
#include "ns3/disk-service.h"
#include "ns3/nstime.h"
#include "ns3/result-file.h"
#include "ns3/trace-reader.h"

#include <string>

namespace ns3
{

/**
 * The CSV file of a replay: a row for each request in the order of completion, written while it
 * runs. Times are in milliseconds with six decimals, that is to the nanosecond.
 */
class ReplayTable
{
  public:
    /**
     * @param fileName the file
     * @param hasObserved true if the trace has observed response times
     * @throw UserError if it cannot be created
     */
    ReplayTable(const std::string& fileName, bool hasObserved);

    /**
     * Write a row.
     *
     * @param request a request
     * @param record its record in the trace
     * @param response its response time
     * @param service where that went
     */
    void Add(const BlockRequest& request,
             const TraceRecord& record,
             Time response,
             const DiskService& service);

    /**
     * Give the file its name.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

  private:
    ResultFile m_file;        //!< the file
    const bool m_hasObserved; //!< true if there are observed response times
    std::string m_row;        //!< the present row; kept for its memory
};

} // namespace ns3

#endif /* REPLAY_TABLE_H */
