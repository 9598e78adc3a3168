/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_PROVISIONING_MAP_H
#define SCSI_PROVISIONING_MAP_H

#include <cstddef>
#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup scsi-unit
 *
 * Which blocks of a disk are unmapped (SBC-3, 4.7, logical block provisioning). It keeps a bounded
 * number of runs: blocks that would need more remain mapped, as the standard permits.
 */
class ScsiProvisioningMap
{
  public:
    /// The most runs that are kept.
    static constexpr std::size_t MAX_RUNS = 4096;

    /// Blocks in a row that are alike.
    struct Run
    {
        uint64_t lba;    //!< first block
        uint64_t blocks; //!< number of blocks
        bool isMapped;   //!< false if they are unmapped
    };

    /**
     * @return true if all blocks are mapped
     */
    bool IsEmpty() const
    {
        return m_unmapped.empty();
    }

    /**
     * Blocks were unmapped.
     *
     * @param lba first block
     * @param blocks number of blocks
     */
    void Unmap(uint64_t lba, uint64_t blocks);

    /**
     * Blocks were written.
     *
     * @param lba first block
     * @param blocks number of blocks
     */
    void Map(uint64_t lba, uint64_t blocks);

    /**
     * @param lba first block
     * @param end the block behind the last one to look at, above lba
     * @return the longest run from that block on
     */
    Run Find(uint64_t lba, uint64_t end) const;

  private:
    std::map<uint64_t, uint64_t> m_unmapped; //!< first block and the one behind the last
};

} // namespace ns3

#endif /* SCSI_PROVISIONING_MAP_H */
