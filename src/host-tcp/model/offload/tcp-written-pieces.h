/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WRITTEN_PIECES_H
#define TCP_WRITTEN_PIECES_H

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup host-tcp-offload
 *
 * The pieces in which an application wrote what a socket has not sent. The peer's application gets
 * the data of a train when all of it has arrived, so a train ends where a piece does.
 */
class TcpWrittenPieces
{
  public:
    /**
     * @param bytes of a piece
     * @param now the time
     */
    void Add(uint32_t bytes, Time now);

    /**
     * Forget what was sent.
     *
     * @param bytes how much
     */
    void Remove(uint32_t bytes);

    /**
     * @param mss bytes of a full segment
     * @param areJoined whether pieces that were written at the same time may share a train
     * @return bytes of the full segments that hold the next piece, or several
     */
    uint32_t GetTrainSize(uint32_t mss, bool areJoined) const;

  private:
    /// A piece of data.
    struct Piece
    {
        uint32_t bytes; //!< how much of it was not sent
        Time time;      //!< when it was written
    };

    std::deque<Piece> m_pieces; //!< in their order
};

} // namespace ns3

#endif /* TCP_WRITTEN_PIECES_H */
