/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SACKED_RANGES_H
#define TCP_SACKED_RANGES_H

#include "ns3/sequence-number.h"

#include <map>

namespace ns3
{

/**
 * @ingroup host-tcp-socket
 *
 * The data that a peer holds beyond a gap, as its selective acknowledgements say (RFC 2018).
 */
class TcpSackedRanges
{
  public:
    /**
     * Note what the peer holds.
     *
     * @param begin where the data begins
     * @param end where it ends, behind the last byte
     */
    void Add(SequenceNumber32 begin, SequenceNumber32 end);

    /**
     * The peer has acknowledged all data up to here, and what it says next counts alone.
     *
     * @param ack acknowledgement number
     * @return whether the peer has dropped data that it had acknowledged selectively, as it may
     * (RFC 2018, 8): the first byte that it wants is among what it held. Nothing is noted then
     */
    bool Acknowledge(SequenceNumber32 ack);

  private:
    std::map<SequenceNumber32, SequenceNumber32> m_ranges; //!< begin and end; they may overlap
};

} // namespace ns3

#endif /* TCP_SACKED_RANGES_H */
