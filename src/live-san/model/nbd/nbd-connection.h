/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NBD_CONNECTION_H
#define NBD_CONNECTION_H

#include "nbd-session.h"

#include "ns3/callback.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san-nbd
 *
 * The socket of one client of the NBD server: it reads what the session wants and sends what that
 * answers, never waits, and is closed when the client goes away or the session is over.
 */
class NbdConnection : public SimpleRefCount<NbdConnection>
{
  public:
    /// Called with the connection when it is closed.
    using Closed = Callback<void, Ptr<NbdConnection>>;

    /**
     * @param fd the socket, which does not block and is this object's from now on
     * @param exports the exports; they outlive this
     * @param simulator calls when the socket is ready; outlives this
     * @param closed what to call when it is closed
     */
    NbdConnection(int fd,
                  const std::vector<NbdExport>& exports,
                  LiveSimulatorImpl& simulator,
                  Closed closed);
    ~NbdConnection();
    NbdConnection(const NbdConnection&) = delete;
    NbdConnection& operator=(const NbdConnection&) = delete;

    /// Greet the client, and begin to read.
    void Start();

    /// Take no more requests; close when all are answered.
    void End();

    /// Close now.
    void Close();

  private:
    /// Whether the simulator watches the socket for something.
    enum class Watch
    {
        NO,
        YES,
        LATER //!< not before the simulation has reached the time at which there was something
    };

    /// There is something to read.
    void HandleReadable();

    /// Read what there is, up to a limit.
    void Read();

    /// There is room for output.
    void HandleWritable();

    /// Give what was read to the session, send what it says, and see what to wait for.
    void Advance();

    /**
     * Send what there is to send.
     *
     * @return false if the client is gone
     */
    bool Send();

    /// Watch the socket for what can be done with it.
    void WatchSocket();

    int m_fd;                       //!< the socket, -1 once it is closed
    LiveSimulatorImpl& m_simulator; //!< calls when it is ready
    Closed m_closed;                //!< what to call when it is closed
    Ptr<NbdSession> m_session;      //!< what the client says and is told
    std::vector<uint8_t> m_input;   //!< what was read
    std::size_t m_begin{0};         //!< the first byte of it that the session has not taken
    std::size_t m_end{0};           //!< where it ends
    Watch m_reading{Watch::NO};     //!< whether the socket is watched for input
    bool m_isWriting{false};        //!< whether it is watched for room
    bool m_isAdvancing{false};      //!< whether the session has the input now
};

} // namespace ns3

#endif /* NBD_CONNECTION_H */
