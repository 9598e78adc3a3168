/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_CONTROL_H
#define LIVE_CONTROL_H

#include <functional>
#include <string>

namespace ns3
{

class LiveSimulatorImpl;

/**
 * @ingroup live-san
 *
 * Reads lines from a FIFO or from standard input while a live simulation runs.
 */
class LiveControl
{
  public:
    /// Receives the line, without its end.
    using Handler = std::function<void(const std::string& line)>;

    /**
     * @param name of the FIFO, which is made if there is none and removed at the end then; - for
     *        standard input
     * @param simulator calls when there is something to read; outlives this
     * @param handler receives the lines
     * @throw UserError if it cannot be opened
     */
    LiveControl(const std::string& name, LiveSimulatorImpl& simulator, Handler handler);
    ~LiveControl();
    LiveControl(const LiveControl&) = delete;
    LiveControl& operator=(const LiveControl&) = delete;

  private:
    /**
     * Open a FIFO.
     *
     * @throw UserError if that cannot be done
     */
    void OpenFifo();

    /// Read what is there.
    void HandleReadable();

    /// Pass on whole lines.
    void TakeLines();

    std::string m_name;             //!< of the FIFO
    LiveSimulatorImpl& m_simulator; //!< calls when there is something to read
    Handler m_handler;              //!< receives the lines
    int m_fd{-1};                   //!< the descriptor
    bool m_isMade{false};           //!< whether this made the FIFO
    std::string m_text;             //!< what is no whole line yet
};

} // namespace ns3

#endif /* LIVE_CONTROL_H */
