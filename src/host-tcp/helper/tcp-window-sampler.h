/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_SAMPLER_H
#define TCP_WINDOW_SAMPLER_H

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/result-file.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-sharing-congestion-ops.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-tcp
 *
 * Looks at the congestion windows of TCP connections at equal intervals, and counts their
 * retransmissions. A window is 0 until it changes for the first time after it is followed.
 */
class TcpWindowSampler
{
  public:
    /// The samples of a window, or of the sum of all.
    class Moments
    {
      public:
        /**
         * @param segments a sample, segments
         */
        void Add(double segments);

        /**
         * @return mean, segments; 0 without a sample
         */
        double GetMean() const;

        /**
         * @return standard deviation, segments; 0 without a sample
         */
        double GetDeviation() const;

      private:
        uint32_t m_n{0};     //!< how many
        double m_sum{0};     //!< their sum, segments
        double m_squares{0}; //!< sum of their squares
    };

    /**
     * @param interval time between samples, above 0
     * @param fileName CSV file for all samples: time_s, connection, window_bytes, share_bytes,
     * which is the share in an ensemble (TcpSharingCongestionOps) or the window; empty for none
     * @throw UserError if the file cannot be created
     */
    explicit TcpWindowSampler(Time interval, const std::string& fileName = "");

    /**
     * Follow a connection. Connections are numbered from 0 on.
     *
     * @param socket the sender's socket, a TcpSocketBase, which stays as long as samples are taken
     */
    void Follow(Ptr<Socket> socket);

    /// Take a sample now, and one after each interval. This object stays as long as the simulation.
    void Start();

    /**
     * Write the file, if there is one.
     *
     * @throw UserError if it cannot be written
     */
    void Close();

    /**
     * @param connection number of a connection that is followed
     * @return its window
     */
    const Moments& GetWindow(uint32_t connection) const;

    /**
     * @return the sum of all windows
     */
    const Moments& GetSum() const;

    /**
     * @return segments that were sent again, by all connections
     */
    uint64_t GetRetransmissions() const;

  private:
    /// A connection that is followed.
    struct Connection
    {
        Ptr<const TcpSharingCongestionOps> sharing; //!< what knows its share, null without one
        double segmentSize;                         //!< bytes
        uint32_t window{0};                         //!< bytes
        Moments moments{};                          //!< of the window
    };

    /**
     * A window has changed.
     *
     * @param connection number of the connection
     * @param before the window before, bytes
     * @param now the window, bytes
     */
    void NoteWindow(uint32_t connection, uint32_t before, uint32_t now);

    /**
     * A segment is sent again.
     *
     * @param segment its data
     * @param header its header
     * @param from who sends it
     * @param to whom it is sent to
     * @param socket the sender's socket
     */
    void NoteRetransmission(Ptr<const Packet> segment,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to,
                            Ptr<const TcpSocketBase> socket);

    const Time m_interval;                 //!< between samples
    std::optional<ResultFile> m_file;      //!< for all samples
    std::ostringstream m_rows;             //!< its rows
    std::vector<Connection> m_connections; //!< by number
    Moments m_sum;                         //!< of the sum of windows
    uint64_t m_retransmissions{0};         //!< of all
};

/**
 * @ingroup host-tcp
 *
 * @param os where to
 * @param moments of a window
 * @return the stream, with mean and deviation, such as 10.5 +- 2.25 segments
 */
std::ostream& operator<<(std::ostream& os, const TcpWindowSampler::Moments& moments);

} // namespace ns3

#endif /* TCP_WINDOW_SAMPLER_H */
