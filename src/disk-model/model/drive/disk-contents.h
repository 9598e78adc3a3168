/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CONTENTS_H
#define DISK_CONTENTS_H

#include "ns3/block-request.h"
#include "ns3/block-store.h"
#include "ns3/disk-run.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * The contents of a drive: what its host reads, and what would remain after a power cut.
 */
class DiskContents
{
  public:
    /**
     * @param blockSize bytes in a block
     */
    explicit DiskContents(uint32_t blockSize);

    /**
     * Do what a request asks of the contents.
     *
     * @param request the request, within the drive
     * @param isCached true for a write that is in the cache alone
     */
    void Apply(Ptr<BlockRequest> request, bool isCached);

    /**
     * Blocks of the cache have been written to the medium.
     *
     * @param run the blocks
     */
    void Commit(const DiskRun& run);

    /**
     * @param lba the first block
     * @param blocks how many blocks
     * @return what the medium has
     */
    Ptr<Packet> ReadMedium(uint64_t lba, uint32_t blocks) const;

    /**
     * Lose what is in the cache alone.
     */
    void LoseCached();

  private:
    BlockStore m_seen; //!< what the host reads
    std::map<uint64_t, Ptr<Packet>>
        m_onMedium; //!< what the medium has of blocks in the cache alone
};

} // namespace ns3

#endif /* DISK_CONTENTS_H */
