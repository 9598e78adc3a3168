/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_CONSOLE_H
#define LIVE_CONSOLE_H

#include "live-side.h"

#include "ns3/event-id.h"
#include "ns3/io-latency-histogram.h"

#include <ostream>

namespace ns3
{

class LiveSimulatorImpl;

/**
 * @ingroup live-san
 *
 * Shows once a second what a live simulation does: sessions, rates, response times by stage, and
 * how far it is behind the wall clock. On a terminal it is a table that changes in place, otherwise
 * a line each second.
 */
class LiveConsole
{
  public:
    /**
     * @param side what it shows
     * @param simulator whose lag it shows
     * @param os where to
     * @param isTerminal whether that is a terminal
     */
    LiveConsole(LiveSide& side, LiveSimulatorImpl& simulator, std::ostream& os, bool isTerminal);
    ~LiveConsole();
    LiveConsole(const LiveConsole&) = delete;
    LiveConsole& operator=(const LiveConsole&) = delete;

    /// Begin; the first figures come after a second.
    void Start();

  private:
    /// Show the last second.
    void Show();

    /**
     * @param period the last second
     * @param lag how late events were
     */
    void PrintLine(const LiveFigures::Period& period, const IoLatencyHistogram& lag);

    /**
     * @param period the last second
     * @param lag how late events were
     */
    void PrintTable(const LiveFigures::Period& period, const IoLatencyHistogram& lag);

    LiveSide& m_side;               //!< what it shows
    LiveSimulatorImpl& m_simulator; //!< whose lag it shows
    std::ostream& m_os;             //!< where to
    bool m_isTerminal;              //!< whether that is a terminal
    uint32_t m_lines{0};            //!< lines since the names of the columns
    EventId m_next;                 //!< when it shows the next second
};

} // namespace ns3

#endif /* LIVE_CONSOLE_H */
