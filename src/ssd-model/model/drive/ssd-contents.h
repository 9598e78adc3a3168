/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_CONTENTS_H
#define SSD_CONTENTS_H

#include "ns3/block-request.h"
#include "ns3/block-store.h"
#include "ns3/ssd-stripe.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup ssd-model-drive
 *
 * The contents of a drive: what its host reads, and what the flash would have if the write buffer
 * were lost.
 */
class SsdContents
{
  public:
    /**
     * @param blockSize bytes in a block
     */
    explicit SsdContents(uint32_t blockSize);

    /**
     * Do what a request asks of the contents. What a write writes is in the buffer.
     *
     * @param request the request, within the drive
     */
    void Apply(Ptr<BlockRequest> request);

    /**
     * A unit waits in the buffer, perhaps once more: what is being programmed of it is not the
     * last.
     *
     * @param unit the unit
     */
    void NoteRewritten(uint64_t unit);

    /**
     * Blocks are unmapped: they are zeros, with and without the buffer.
     *
     * @param lba the first block
     * @param blocks how many
     */
    void Unmap(uint64_t lba, uint32_t blocks);

    /**
     * The buffer's data of units begin to be programmed.
     *
     * @param stripe the units
     */
    void BeginProgram(const SsdStripe& stripe);

    /**
     * Those data are on the flash.
     *
     * @param stripe the units
     */
    void EndProgram(const SsdStripe& stripe);

    /**
     * @param lba the first block
     * @param blocks how many blocks
     * @param isSaved whether the buffer counts as flash
     * @return what the flash has
     */
    Ptr<Packet> ReadFlash(uint64_t lba, uint32_t blocks, bool isSaved) const;

    /**
     * The buffer is empty from now on.
     *
     * @param isSaved whether all of it is on the flash then, and not lost
     */
    void EndBuffer(bool isSaved);

  private:
    /// Data of a unit outside of what the host reads.
    struct Unit
    {
        Ptr<Packet> onFlash;     //!< what the flash has
        Ptr<Packet> inProgram;   //!< what is being programmed, null for nothing
        bool isRewritten{false}; //!< whether the host has written it since that began
    };

    /**
     * @param unit a unit
     * @return what the host reads there
     */
    Ptr<Packet> Read(uint64_t unit) const;

    uint32_t m_unitBlocks;            //!< blocks of a unit
    BlockStore m_seen;                //!< what the host reads
    std::map<uint64_t, Unit> m_units; //!< units in the buffer
};

} // namespace ns3

#endif /* SSD_CONTENTS_H */
