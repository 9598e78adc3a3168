/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_STORE_H
#define BLOCK_STORE_H

#include "block-request.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * The contents of a device, stored sparsely: only written blocks take memory, in chunks of 64 KiB,
 * and chunks to which zeros alone were written do not. Blocks that were never written read as
 * zeros.
 */
class BlockStore
{
  public:
    /**
     * @param blockSize bytes in a block, at least 1
     */
    explicit BlockStore(uint32_t blockSize);

    /**
     * Write blocks.
     *
     * @param lba the first block
     * @param data the contents, a whole number of blocks
     */
    void Write(uint64_t lba, Ptr<const Packet> data);

    /**
     * Write zeros; chunks never written stay without memory.
     *
     * @param lba the first block
     * @param blocks how many blocks
     */
    void WriteZeros(uint64_t lba, uint32_t blocks);

    /**
     * @param lba the first block
     * @param blocks how many blocks
     * @return their contents
     */
    Ptr<Packet> Read(uint64_t lba, uint32_t blocks) const;

    /**
     * Do what a request asks of the contents: a write stores its data (zeros if it has none, which
     * is what ns-3's virtual payload reads as), a read gets its data; others do nothing.
     *
     * @param request the request, within the device
     */
    void Apply(Ptr<BlockRequest> request);

    /**
     * @return bytes of memory held for contents
     */
    uint64_t GetAllocatedBytes() const;

    /**
     * Find how many bytes the contents of a request are.
     *
     * @param blocks number of blocks
     * @param blockSize bytes in a block
     * @return the bytes
     * @throw UserError if they are more than a packet can hold
     */
    static uint32_t GetSize(uint32_t blocks, uint32_t blockSize);

  private:
    /// Bytes in a chunk.
    static constexpr uint32_t CHUNK_SIZE = 65536;

    /**
     * Call a function for each piece of a run of bytes that lies within one chunk.
     *
     * @tparam Function callable with (chunk number, offset in the chunk, bytes done, length)
     * @param start the first byte on the device
     * @param length number of bytes
     * @param function what to call
     */
    template <typename Function>
    static void ForEachPiece(uint64_t start, uint64_t length, Function function);

    uint32_t m_blockSize;                                        //!< bytes in a block
    std::unordered_map<uint64_t, std::vector<uint8_t>> m_chunks; //!< contents by chunk number
};

} // namespace ns3

#endif /* BLOCK_STORE_H */
