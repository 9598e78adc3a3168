/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TCP_CONNECTIONS_H
#define SAN_TCP_CONNECTIONS_H

#include "ns3/address.h"
#include "ns3/io-recorder.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/object.h"
#include "ns3/result-file.h"
#include "ns3/san-report.h"
#include "ns3/san-tcp-series.h"
#include "ns3/san-tcp-statistics.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

class JsonWriter;
class SanOutputOptions;
class SanPathOptions;

/**
 * @ingroup san-results
 *
 * The TCP connections of a run. connections.csv has a row for each end of each, which says what
 * that end sent; with the option tcpSeries, tcp-series.csv has their figures over time. Attempts
 * that were never established are left out.
 */
class SanTcpConnections : public SanReport
{
  public:
    /// Which end of a connection sends.
    enum class Sender
    {
        INITIATOR, //!< the initiator's node
        TARGET     //!< the target's node
    };

    /**
     * @param o the options
     * @param path the options of the path
     * @throw UserError if a file cannot be created
     */
    SanTcpConnections(const SanOutputOptions& o, const SanPathOptions& path);

    /**
     * Follow the connections of an end from now on.
     *
     * @param end what has a trace source Socket: an initiator, a target, or a client or server of
     * files; its sockets end before this object
     * @param sender on which side it is
     */
    void Attach(Ptr<Object> end, Sender sender);

    /**
     * Follow the connections of a session from now on, whose ends GetNumbers knows.
     *
     * @param end the initiator's end of the session; its sockets end before this object
     * @param initiator number of the initiator
     * @param target number of the target
     */
    void AttachSession(Ptr<IscsiInitiator> end, uint32_t initiator, uint32_t target);

    /**
     * @param connection an established connection of a session that is followed
     * @return its number and those of its ends
     */
    IoConnectionNumbers GetNumbers(const IoConnection& connection) const;

    /**
     * Follow a connection.
     *
     * @param socket a TCP socket that sent no data yet; it ends before this object
     * @param sender which end it is
     * @param isEstablished whether the connection is established already
     * @param writeSize bytes of room in the send buffer that the application waits for
     */
    void Add(Ptr<Socket> socket, Sender sender, bool isEstablished, uint32_t writeSize = 1);

    // From SanReport; no more time counts once the files are finished
    void WriteFiles() override;
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

    /**
     * Write the number of connections and the sums of the counters of both ends as a JSON object.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;

  private:
    /// Which initiator and target a session is between, by their numbers.
    struct SessionEnds
    {
        uint32_t initiator; //!< number of the initiator
        uint32_t target;    //!< number of the target
    };

    /// What a connection has whichever end is looked at.
    struct Connection
    {
        uint32_t number;                    //!< 0, 1, ... in the order of their establishment
        std::optional<SessionEnds> session; //!< of its session, if it belongs to one
    };

    /// An end of a connection.
    class End : public SanTcpStatisticsOwner
    {
      public:
        /**
         * @param list what it belongs to
         * @param socket its socket
         * @param sender which end it is
         * @param isEstablished whether the connection is established already
         * @param writeSize bytes of room in the send buffer that the application waits for
         */
        End(SanTcpConnections& list,
            Ptr<Socket> socket,
            Sender sender,
            bool isEstablished,
            uint32_t writeSize);

        // From SanTcpStatisticsOwner
        void Established(const SanTcpStatistics& end) override;
        void Changed(const SanTcpStatistics& end) override;
        void FlightChanged(const SanTcpStatistics& end, uint32_t from, uint32_t to) override;
        bool IsPathBusy(const SanTcpStatistics& end) const override;

        SanTcpConnections& list; //!< what it belongs to
        Sender sender;           //!< which end it is
        std::string label;       //!< number of the connection and sender, as files have them
        std::optional<SessionEnds> session; //!< of the session, where this is its initiator's end
        SanTcpStatistics statistics;        //!< its figures
    };

    /// Addresses and ports of a connection: of the initiator's end and of the target's.
    using Addresses = std::pair<Address, Address>;

    /**
     * Number a connection when its first end is established: 0, 1, ...
     *
     * @param addresses where its ends are
     * @return the connection
     */
    Connection& Number(const Addresses& addresses);

    /**
     * @param end an end that is established
     * @return where its connection's ends are
     */
    static Addresses GetAddresses(const End& end);

    /**
     * @param end an end
     * @return rate of the slowest part of its link of the path, bytes per second
     */
    double GetRate(const SanTcpStatistics& end) const;

    /**
     * @param end an end
     * @return its row of connections.csv
     */
    std::string GetRow(const End& end) const;

    std::vector<double> m_rates; //!< of the slowest part of each link of the path, bytes per second
    double m_rate;               //!< of all of them together
    std::map<Sender, int64_t> m_flights;           //!< bytes in flight of all ends on a side
    ResultFile m_file;                             //!< connections.csv
    std::unique_ptr<SanTcpSeries> m_series;        //!< null for none
    std::vector<std::unique_ptr<End>> m_ends;      //!< in the order in which sockets were opened
    std::map<Addresses, Connection> m_connections; //!< those that were established
};

} // namespace ns3

#endif /* SAN_TCP_CONNECTIONS_H */
