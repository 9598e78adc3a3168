/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_READ_STREAM_H
#define DISK_READ_STREAM_H

#include "disk-mechanics.h"
#include "disk-run.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * The blocks that come off the medium one after another while the drive reads on from a read. How
 * far it is at a time is worked out when somebody asks.
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
     * @param start when the block before the first has passed
     * @param run the blocks to read, not from the drive's first on
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
     * @param now a time
     * @return the first block that has not passed by then
     */
    uint64_t GetPosition(Time now) const;

    /**
     * @param end a block after the first
     * @return when the block before it has passed
     */
    Time GetTimeBefore(uint64_t end) const;

  private:
    const DiskMechanics& m_mechanics; //!< arm, heads and platters
    Time m_start;                     //!< when it began
    DiskRun m_run;                    //!< what it reads
};

} // namespace ns3

#endif /* DISK_READ_STREAM_H */
