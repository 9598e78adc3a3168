/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_READ_STREAM_H
#define DISK_READ_STREAM_H

#include "ns3/disk-mechanics.h"
#include "ns3/disk-run.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * The blocks that come off the medium one after another during read-ahead. Its progress at a given
 * time is computed on demand.
 */
class DiskReadStream
{
  public:
    /**
     * @param mechanics the drive's mechanics, which outlive this
     */
    explicit DiskReadStream(const DiskMechanics& mechanics);

    /**
     * Begin to read on.
     *
     * @param start when the block before the first has passed, which may be to come
     * @param run the blocks to read, not from the drive's first on; none if the block before is all
     *        that is still to come
     */
    void Start(Time start, const DiskRun& run);

    /**
     * Read less far or farther.
     *
     * @param end the block before which it ends
     */
    void SetEnd(uint64_t end);

    /**
     * @return the block before which it ends
     */
    uint64_t GetEnd() const;

    /**
     * End now.
     */
    void Stop();

    /**
     * @return true until it was stopped
     */
    bool IsActive() const;

    /**
     * Find how far it is, while it is active.
     *
     * @param now the time, not before any given since it began
     */
    void Advance(Time now);

    /**
     * @return the first block that had not passed when Advance was called
     */
    uint64_t GetPosition() const;

    /**
     * @param end a block after the position, at most the end
     * @return when the block before it has passed
     */
    Time GetTimeBefore(uint64_t end) const;

  private:
    const DiskMechanics& m_mechanics; //!< arm, heads and platters
    bool m_active{false};             //!< whether it reads
    Time m_start;                     //!< when the block before the run has passed
    DiskRun m_run;                    //!< what it reads from then on
    Time m_now;                       //!< the time last given
    uint64_t m_position{0};           //!< the first block that had not passed then
};

} // namespace ns3

#endif /* DISK_READ_STREAM_H */
