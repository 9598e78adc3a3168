/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_SUMMARY_TABLE_H
#define IO_SUMMARY_TABLE_H

#include "io-summary.h"

#include <ostream>

namespace ns3
{

class FigureList;

/**
 * @ingroup block-io-recorder
 *
 * Print the head of a table whose rows PrintIoSummary prints.
 *
 * @param os the stream
 */
void PrintIoSummaryHead(std::ostream& os);

/**
 * @ingroup block-io-recorder
 *
 * Print three rows, of all requests, reads and writes: how many there were, IO/s, MB/s (1e6 bytes),
 * and mean, 95th and 99th percentile of the response times, ms. The rates of a run that took no
 * time are as of one that took a second.
 *
 * @param os the stream
 * @param summary the figures
 */
void PrintIoSummary(std::ostream& os, const IoSummary& summary);

/**
 * @ingroup block-io-recorder
 *
 * Print the mean time, us, of each stage that took any.
 *
 * @param list prints a line for each
 * @param group figures of requests
 */
void PrintIoStages(const FigureList& list, const IoSummary::Group& group);

/**
 * @ingroup block-io-recorder
 *
 * Print the head of a table whose rows PrintIoStageRow prints, on the line that has the heads of
 * the user's own columns.
 *
 * @param os the stream
 */
void PrintIoStageHead(std::ostream& os);

/**
 * @ingroup block-io-recorder
 *
 * Print what the requests of a run came to, and end the line, which may begin with what the runs
 * differ by: the number of errors, the mean response time, ms, and the mean time of each stage but
 * those of page caches, ms.
 *
 * @param os the stream
 * @param summary the figures
 */
void PrintIoStageRow(std::ostream& os, const IoSummary& summary);

} // namespace ns3

#endif /* IO_SUMMARY_TABLE_H */
