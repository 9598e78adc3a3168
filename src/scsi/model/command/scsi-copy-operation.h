/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COPY_OPERATION_H
#define SCSI_COPY_OPERATION_H

#include "ns3/block-device.h"
#include "ns3/ptr.h"
#include "ns3/scsi-copy-list.h"
#include "ns3/scsi-copy-records.h"
#include "ns3/scsi-copy-unit.h"
#include "ns3/scsi-sense.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * An EXTENDED COPY in progress: which blocks are next, and where they are. It has no time of its
 * own: what reads and writes the blocks calls it between its requests.
 */
class ScsiCopyOperation
{
  public:
    /// The most bytes that are read before they are written.
    static constexpr uint32_t CHUNK_SIZE = 1 << 20;

    /// Blocks to be read, and then written elsewhere.
    struct Chunk
    {
        Ptr<BlockDevice> source;      //!< what to read
        Ptr<BlockDevice> destination; //!< what to write
        uint64_t sourceLba{0};        //!< first block to read
        uint64_t destinationLba{0};   //!< first block to write
        uint32_t blocks{0};           //!< number of blocks
    };

    /**
     * @param nexus name of the nexus that wants the copy
     * @param list what it wants
     * @param own the logical unit that got the command; outlives this
     * @param units the logical units of the target, null where the unit stands alone
     * @param record what is notified of the copy
     */
    ScsiCopyOperation(const std::string& nexus,
                      ScsiCopyList list,
                      ScsiCopyUnit& own,
                      std::shared_ptr<const ScsiCopyUnits> units,
                      std::shared_ptr<ScsiCopyRecord> record);

    /**
     * A copy that ends without a status was aborted: it has errors.
     */
    ~ScsiCopyOperation();

    ScsiCopyOperation(const ScsiCopyOperation&) = delete;
    ScsiCopyOperation& operator=(const ScsiCopyOperation&) = delete;

    /**
     * Find the next blocks to copy.
     *
     * @return why the copy cannot continue, or nothing
     */
    std::optional<ScsiSense> FindNext();

    /**
     * @return the blocks to copy next, after FindNext; nothing if all are copied
     */
    const std::optional<Chunk>& GetNext() const;

    /**
     * The blocks of GetNext were written.
     */
    void NextWritten();

    /**
     * Make the sense data of a failure in the current segment.
     *
     * @param additional what is wrong
     * @param byte the byte of the segment descriptor at fault, if one is
     * @return COPY ABORTED, with the number of the segment
     */
    ScsiSense MakeSense(ScsiAdditionalSense additional,
                        std::optional<uint16_t> byte = std::nullopt) const;

    /**
     * The copy ended.
     *
     * @param status its status
     * @param sense its sense data, if any
     */
    void End(ScsiStatus status, const std::vector<uint8_t>& sense);

  private:
    /**
     * Check the current segment before its first block and find its units.
     *
     * @return why it cannot be copied, or nothing
     */
    std::optional<ScsiSense> BeginSegment();

    /**
     * Find a unit.
     *
     * @param index what the segment descriptor says
     * @param byte where it says it
     * @param[out] unit the unit
     * @return why there is none, or nothing
     */
    std::optional<ScsiSense> FindUnit(uint16_t index, uint16_t byte, ScsiCopyUnit*& unit) const;

    /**
     * @param unit where blocks are
     * @param lba the first one
     * @param byte where the segment descriptor says so
     * @return what is wrong with them, or nothing
     */
    std::optional<ScsiSense> CheckBlocks(const ScsiCopyUnit& unit,
                                         uint64_t lba,
                                         uint16_t byte) const;

    const std::string m_nexus;                          //!< name of the nexus that wants it
    const ScsiCopyList m_list;                          //!< what it wants
    ScsiCopyUnit& m_own;                                //!< who got the command
    const std::shared_ptr<const ScsiCopyUnits> m_units; //!< of the target, null if it is alone
    const std::shared_ptr<ScsiCopyRecord> m_record;     //!< what is told
    std::size_t m_segment{0};                           //!< the current segment
    uint32_t m_done{0};                                 //!< blocks of it that are copied
    ScsiCopyUnit* m_source{nullptr};                    //!< its source
    ScsiCopyUnit* m_destination{nullptr};               //!< its destination
    std::optional<Chunk> m_next;                        //!< what is copied
};

} // namespace ns3

#endif /* SCSI_COPY_OPERATION_H */
