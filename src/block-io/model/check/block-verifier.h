/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_VERIFIER_H
#define BLOCK_VERIFIER_H

#include "block-content.h"
#include "block-history.h"
#include "block-mismatch.h"

#include "ns3/block-request.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-check
 *
 * Gives the writes to a device contents that say what they are (BlockStamp), and checks what its
 * reads bring against what may be there (BlockHistory).
 *
 * The generation of a write is one more than the number of its request, so requests of one writer,
 * to whatever devices, must have different numbers; later ones have greater numbers.
 */
class BlockVerifier
{
  public:
    /// Who writes.
    struct Writer
    {
        uint32_t number{0}; //!< another one for each who writes to the device
        uint32_t run{0};    //!< another one for each run on a device that keeps its contents
    };

    /// Notified of each block that cannot have been there.
    using Report = std::function<void(const BlockMismatch&)>;

    /**
     * @param blockSize bytes in a block of the device, at least those of a stamp's cell
     * @param writer who writes
     * @param report called for each mismatch
     */
    BlockVerifier(uint32_t blockSize, const Writer& writer, const Report& report);

    /**
     * A read, write or FLUSH is about to be submitted; a write gets its contents.
     *
     * @param request the request
     * @return the operation
     */
    BlockHistory::Operation Begin(BlockRequest& request);

    /**
     * A request has completed, with whatever status. A read that brought contents is checked.
     *
     * @param operation what Begin returned
     * @param request the request
     */
    void End(BlockHistory::Operation operation, const BlockRequest& request);

    /// The device may lose its power: keep in mind what it may lose with it.
    void ExpectPowerLoss();

    /// The device has lost its power, and what was in its write cache alone.
    void LosePower();

    /**
     * A page cache above the device could not write blocks back, and forgets it: from now on they
     * may have whatever the writer wrote there, or what was there at first if that is zeros.
     *
     * @param lba the first block
     * @param blocks how many blocks
     */
    void Forget(uint64_t lba, uint32_t blocks);

    /**
     * @return number of blocks that were checked
     */
    uint64_t GetChecked() const;

    /**
     * @return what may be on each block
     */
    const BlockHistory& GetHistory() const;

  private:
    /// Values of the history that are no generations are at least this.
    static constexpr BlockHistory::Value NO_GENERATION = BlockHistory::Value{1} << 63;

    /// Value of a block of zeros.
    static constexpr BlockHistory::Value ZEROS = NO_GENERATION;

    /**
     * @param lba first block of a write
     * @param generation its generation
     * @return the stamp of that block
     */
    BlockStamp MakeStamp(uint64_t lba, uint64_t generation) const;

    /**
     * @param request a write
     * @return its contents
     */
    Ptr<Packet> MakeContents(const BlockRequest& request);

    /**
     * Check what a read brought.
     *
     * @param operation the read
     * @param request its request
     */
    void CheckContents(BlockHistory::Operation operation, const BlockRequest& request);

    /**
     * @param content contents of a block
     * @param lba the block
     * @return true if it is a stamp of the writer's own for this block
     */
    bool IsOwn(const BlockContent& content, uint64_t lba) const;

    /**
     * @param content contents of a block
     * @param lba the block
     * @return true if a page cache forgot to write it, and may have left that there
     */
    bool IsForgotten(const BlockContent& content, uint64_t lba) const;

    /**
     * @param content contents of a block
     * @return true if some of it is a stamp of the writer's own, for whatever block
     */
    bool HasOwn(const BlockContent& content) const;

    /**
     * Check one block of what a read brought.
     *
     * @param operation the read
     * @param content contents of a block
     * @param lba the block
     * @return values that may be there instead; none if nothing is wrong
     */
    std::vector<BlockHistory::Value> FindExpected(BlockHistory::Operation operation,
                                                  const BlockContent& content,
                                                  uint64_t lba);

    /**
     * @param content contents of a block
     * @param lba the block
     * @return their value in the history
     */
    BlockHistory::Value GetValue(const BlockContent& content, uint64_t lba) const;

    /**
     * @param content contents of a block
     * @param lba the block
     * @param expected values that may be there
     * @return what is wrong with it
     */
    BlockMismatch::Kind FindKind(const BlockContent& content,
                                 uint64_t lba,
                                 const std::vector<BlockHistory::Value>& expected) const;

    /**
     * @param value a value that may be on a block
     * @return it as text
     */
    static std::string GetText(BlockHistory::Value value);

    /**
     * @param values values that may be on a block
     * @return them as text
     */
    static std::string GetText(const std::vector<BlockHistory::Value>& values);

    uint32_t m_blockSize;                     //!< bytes in a block
    Writer m_writer;                          //!< who writes
    Report m_report;                          //!< notified of mismatches
    BlockHistory m_history;                   //!< what may be on each block
    std::vector<uint8_t> m_bytes;             //!< contents of the current request
    uint64_t m_checked{0};                    //!< blocks that were checked
    std::unordered_set<uint64_t> m_forgotten; //!< blocks that a page cache could not write back
};

} // namespace ns3

#endif /* BLOCK_VERIFIER_H */
