/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CACHE_H
#define DISK_CACHE_H

#include "ns3/disk-parameters.h"
#include "ns3/disk-run.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * A segment of a drive's cache: one run of blocks, part of which may be dirty, that is, not on the
 * medium yet.
 */
struct DiskSegment
{
    DiskRun held;           //!< blocks that it holds
    DiskRun dirty;          //!< those not on the medium yet, all held
    uint64_t lastUse{0};    //!< grows with each use of any segment
    uint64_t dirtySince{0}; //!< grows with each segment that becomes dirty
    bool written{false};    //!< true if the host wrote it, false if it was read
};

/**
 * @ingroup disk-model-drive
 *
 * The segments of a drive's cache: which blocks they hold and which of those are dirty. It has no
 * notion of time. The least recently used segment is replaced first; a segment with dirty blocks is
 * never replaced.
 */
class DiskCache
{
  public:
    /**
     * @param parameters the cache, checked
     */
    explicit DiskCache(const DiskCacheParameters& parameters);

    /**
     * @param lba a block
     * @return the segment that a read finds it in, or null
     */
    DiskSegment* Find(uint64_t lba);

    /**
     * Take a segment for blocks that are read.
     *
     * @param run the blocks
     * @return the segment, or null if none can give way
     */
    DiskSegment* TakeForRead(const DiskRun& run);

    /**
     * @param segment a segment
     * @return true if blocks that are read may follow those that it holds
     */
    bool MayExtend(const DiskSegment& segment) const;

    /**
     * Put blocks that follow those of a segment into it; the oldest give way where it is full.
     *
     * @param segment a segment, all its blocks on the medium, or with room for so many
     * @param end the block after the last
     */
    void Extend(DiskSegment& segment, uint64_t end);

    /**
     * Take in blocks that the host writes. What other segments hold of them is dropped.
     *
     * @param run the blocks
     * @return false if they cannot be taken in until something else is on the medium; then
     *         nothing has changed
     */
    bool Write(const DiskRun& run);

    /**
     * Keep blocks that were written to the medium without the cache. What segments hold of them is
     * replaced.
     *
     * @param run the blocks, none of them dirty
     */
    void WriteThrough(const DiskRun& run);

    /**
     * Give up blocks that were read, and those before them in their segments.
     *
     * @param run the blocks
     */
    void Release(const DiskRun& run);

    /**
     * @param run blocks that are written
     * @return true if a write of them could be in the cache as a whole
     */
    bool CanHold(const DiskRun& run) const;

    /**
     * @param run blocks that are written
     * @return true if they continue dirty blocks
     */
    bool Continues(const DiskRun& run) const;

    /**
     * @param segment a segment just used
     */
    void Touch(DiskSegment& segment);

    /**
     * @param run blocks
     * @return true if one of them is not on the medium yet
     */
    bool IsDirty(const DiskRun& run) const;

    /**
     * @param lba a block
     * @return the first block from it on that is not on the medium yet, or UINT64_MAX
     */
    uint64_t GetNextDirty(uint64_t lba) const;

    /**
     * Begin to write back: the next blocks, in the drive's order, are on their way to the medium.
     *
     * @param from the block behind the last that was under the heads
     * @return the blocks, or none if all are on the medium
     */
    DiskRun BeginWriteBack(uint64_t from);

    /**
     * End what BeginWriteBack began: the blocks are on the medium.
     */
    void EndWriteBack();

    /**
     * @return true if all blocks are on the medium
     */
    bool IsClean() const;

    /**
     * Forget everything, as without power.
     */
    void Clear();

  private:
    /**
     * @return the segment whose blocks have waited longest, or null
     */
    DiskSegment* FindOldest();

    /**
     * @param from a block
     * @return the segment whose blocks come next from there in the direction of the arm, or null
     */
    DiskSegment* FindNext(uint64_t from);

    /**
     * @param segment a segment
     * @param forWrites what it is wanted for
     * @return true if it may be used for that
     */
    bool Serves(const DiskSegment& segment, bool forWrites) const;

    /**
     * @param forWrites what it is wanted for
     * @return the clean segment used longest ago that may be used for it, or null
     */
    DiskSegment* FindVictim(bool forWrites);

    /**
     * @param forWrites what it is wanted for
     * @return the segment that FindVictim finds, empty, or null
     */
    DiskSegment* Take(bool forWrites);

    /**
     * @param run blocks that are written
     * @return the segment whose blocks they continue, or null
     */
    DiskSegment* FindContinued(const DiskRun& run);

    /**
     * Drop blocks from all segments but one.
     *
     * @param run the blocks, none of them dirty elsewhere
     * @param keep the segment to leave alone, or null
     */
    void Drop(const DiskRun& run, const DiskSegment* keep);

    /**
     * Put blocks that the host writes into a segment.
     *
     * @param segment a segment, empty or with blocks that these continue
     * @param run the blocks
     */
    void Hold(DiskSegment& segment, const DiskRun& run);

    /**
     * Note that blocks of a segment are not on the medium.
     *
     * @param segment the segment, none of its blocks so, or with such that these continue from
     * @param run the blocks, held
     */
    void AddDirty(DiskSegment& segment, const DiskRun& run);

    DiskCacheParameters m_parameters;    //!< its description
    std::vector<DiskSegment> m_segments; //!< those for writes alone first
    DiskSegment* m_writingBack{nullptr}; //!< the segment on its way to the medium
    DiskRun m_onTheWay;                  //!< its blocks on the way
    bool m_isRising{true};               //!< whether the arm moves to higher blocks
    uint32_t m_dirtySegments{0};         //!< how many have blocks that are not on the medium yet
    uint64_t m_uses{0};                  //!< counts uses
};

} // namespace ns3

#endif /* DISK_CACHE_H */
