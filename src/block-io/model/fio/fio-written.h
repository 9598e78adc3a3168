/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_WRITTEN_H
#define FIO_WRITTEN_H

#include "fio-job.h"

#include <cstdint>
#include <deque>
#include <set>
#include <utility>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * What a job wrote and is still to read back (verify), in the order in which it was written. What
 * is written again before it is read back is read back once.
 */
class FioWritten
{
  public:
    /// A write.
    struct Piece
    {
        uint32_t device{0}; //!< number of its device
        uint64_t lba{0};    //!< its first block
        uint32_t blocks{0}; //!< number of its blocks
    };

    /**
     * @param piece a write
     */
    void Add(const Piece& piece);

    /**
     * @param verify when a job reads back
     * @return how many are to be read back now, after a write
     */
    uint64_t GetDue(const FioJob::Verify& verify) const;

    /**
     * @return how many are to be read back
     */
    uint64_t GetN() const;

    /**
     * Note that so many are to be read back before anything else.
     *
     * @param count how many
     */
    void Begin(uint64_t count);

    /**
     * @return true if some are to be read back before anything else
     */
    bool IsReading() const;

    /**
     * @return the next one to read back; it is taken away
     */
    Piece Take();

    /**
     * Forget all.
     */
    void Clear();

  private:
    std::deque<Piece> m_pieces;                       //!< in order
    std::set<std::pair<uint32_t, uint64_t>> m_places; //!< device and first block of each
    uint64_t m_left{0};                               //!< to be read back before anything else
};

} // namespace ns3

#endif /* FIO_WRITTEN_H */
