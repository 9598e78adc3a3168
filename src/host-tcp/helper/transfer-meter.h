/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSFER_METER_H
#define TRANSFER_METER_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/figure-list.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-tcp
 *
 * Follows transfers to applications such as PacketSink: bytes that have arrived, and for how long
 * nothing did.
 */
class TransferMeter
{
  public:
    TransferMeter() = default;
    TransferMeter(const TransferMeter&) = delete;
    TransferMeter& operator=(const TransferMeter&) = delete;

    /**
     * Follow a transfer. Transfers are numbered from 0 on.
     *
     * @param sink the application that receives it alone (trace source Rx); this object stays as
     *        long as that runs
     * @param begin when the transfer begins
     */
    void Follow(Ptr<Application> sink, Time begin);

    /**
     * Stop the simulation when so much has arrived.
     *
     * @param bytes bytes of all transfers, above 0
     */
    void StopAfter(uint64_t bytes);

    /**
     * @return bytes of all transfers that have arrived
     */
    uint64_t GetBytes() const;

    /**
     * @param transfer number of a transfer that is followed
     * @return its bytes that have arrived
     */
    uint64_t GetBytes(uint32_t transfer) const;

    /**
     * @return from the begin of the first transfer to the last arrival of any; 0 if nothing arrived
     */
    Time GetDuration() const;

    /**
     * @return the longest time from the begin of a transfer to its first bytes, or between two
     *         arrivals of the same; 0 if none have arrived
     */
    Time GetLongestPause() const;

    /**
     * Print what each transfer has received, for how long all took, and their throughput.
     *
     * @param figures where to
     */
    void Print(const FigureList& figures) const;

  private:
    /// A transfer.
    struct Transfer
    {
        Time last;         //!< when bytes arrived last, or its begin
        uint64_t bytes{0}; //!< that have arrived
    };

    /**
     * Bytes have arrived.
     *
     * @param transfer number of the transfer
     * @param packet the bytes
     * @param from who sent them
     */
    void Arrive(uint32_t transfer, Ptr<const Packet> packet, const Address& from);

    std::vector<Transfer> m_transfers; //!< by number
    uint64_t m_bytes{0};               //!< of all
    uint64_t m_end{0};                 //!< bytes after which the simulation stops, 0 for never
    Time m_begin;                      //!< of the first transfer
    Time m_last;                       //!< when bytes arrived last
    Time m_pause;                      //!< the longest
};

} // namespace ns3

#endif /* TRANSFER_METER_H */
