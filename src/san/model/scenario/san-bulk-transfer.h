/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_BULK_TRANSFER_H
#define SAN_BULK_TRANSFER_H

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/result-file.h"
#include "ns3/result-folder.h"
#include "ns3/san-network.h"
#include "ns3/san-steady-rate.h"
#include "ns3/san-tcp-connections.h"
#include "ns3/san-wireless-figures.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class RunInterrupt;
class TcpBulkOptions;

/**
 * @ingroup san-scenario
 *
 * A transfer over TCP, as fast as it goes, through the network of SanScenario: what a path and a
 * TCP window give before there is any iSCSI. With readFraction 0 the initiator sends to the target
 * until the time stop, with 1 the target sends. There is one at a time in a simulation. Into the
 * output folder go summary.json with the steady rate, connections.csv, on request tcp-series.csv,
 * and with a wireless network stations.csv.
 */
class SanBulkTransfer
{
  public:
    /**
     * Build the network.
     *
     * @param o the options; they stay as long as this object
     * @throw UserError naming the option or attribute that is wrong; if there is no time to stop;
     *        if another run has the folder of the results
     */
    explicit SanBulkTransfer(const TcpBulkOptions& o);

    SanBulkTransfer(const SanBulkTransfer&) = delete;
    SanBulkTransfer& operator=(const SanBulkTransfer&) = delete;

    /**
     * Simulate, write the results and destroy the simulation.
     *
     * @param interrupt what may end the simulation early, null for nothing; then the results are
     *        those until that moment, and summary.json says so
     * @throw UserError if a file cannot be written
     */
    void Run(const RunInterrupt* interrupt = nullptr);

    /**
     * @return the bytes that arrived
     */
    uint64_t GetBytes() const;

    /**
     * @return the rate once the transfer has settled
     */
    const SanSteadyRate& GetRate() const;

    /**
     * @return what summary.json says, after Run
     */
    const std::string& GetSummaryText() const;

    /**
     * @return when the simulation was interrupted; nothing if it was not
     */
    const std::optional<Time>& GetInterruption() const;

    /**
     * @return what was kept of an earlier run in the folder of the results, one line each
     */
    const std::vector<std::string>& GetNotes() const;

  private:
    /// Let one node send and the other take.
    void Install();

    /**
     * @param bytes some that arrived
     * @param from who sent them
     */
    void BytesArrived(Ptr<const Packet> bytes, const Address& from);

    /// The warm-up is over: what radios do counts from now on.
    void BeginStations();

    /**
     * @return the text of summary.json
     */
    std::string Summarize() const;

    const TcpBulkOptions& m_options;                //!< the options
    ResultFolder m_folder;                          //!< of the results
    ResultFile m_file;                              //!< summary.json
    SanNetwork m_network;                           //!< the network
    SanTcpConnections m_connections;                //!< what TCP does
    SanSteadyRate m_rate;                           //!< of what arrives
    std::unique_ptr<SanWirelessFigures> m_stations; //!< what radios do, null with cables
    uint64_t m_bytes{0};                            //!< bytes that arrived
    uint64_t m_earlyBytes{0};                       //!< of these, those in the warm-up
    std::optional<Time> m_interruption;             //!< when it was interrupted
    std::vector<std::string> m_notes;               //!< of the folder
    std::string m_summary;                          //!< the text of summary.json
};

} // namespace ns3

#endif /* SAN_BULK_TRANSFER_H */
