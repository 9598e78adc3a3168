/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-store.h"

#include "ns3/assert.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

template <typename Function>
void
BlockStore::ForEachPiece(uint64_t start, uint64_t length, Function function)
{
    uint64_t done = 0;
    while (done < length)
    {
        const auto offset = (start + done) % CHUNK_SIZE;
        const auto piece = std::min(length - done, CHUNK_SIZE - offset);
        function((start + done) / CHUNK_SIZE, offset, done, piece);
        done += piece;
    }
}

BlockStore::BlockStore(uint32_t blockSize)
    : m_blockSize(blockSize)
{
    NS_ASSERT_MSG(blockSize > 0, "a block has at least one byte");
}

void
BlockStore::Write(uint64_t lba, Ptr<const Packet> data)
{
    const auto length = data->GetSize();
    NS_ASSERT_MSG(length % m_blockSize == 0, length << " bytes are not whole blocks");
    std::vector<uint8_t> bytes(length);
    data->CopyData(bytes.data(), length);
    ForEachPiece(lba * m_blockSize, length, [&](auto chunk, auto offset, auto done, auto piece) {
        const auto begin = bytes.begin() + done;
        auto it = m_chunks.find(chunk);
        if (it == m_chunks.end())
        {
            if (std::all_of(begin, begin + piece, [](auto byte) { return byte == 0; }))
            {
                // It is so already: a rebuild writes the zeros of blocks that nobody wrote.
                return;
            }
            it = m_chunks.emplace(chunk, std::vector<uint8_t>(CHUNK_SIZE)).first;
        }
        std::copy_n(begin, piece, it->second.begin() + offset);
    });
}

void
BlockStore::WriteZeros(uint64_t lba, uint32_t blocks)
{
    const auto length = static_cast<uint64_t>(blocks) * m_blockSize;
    ForEachPiece(lba * m_blockSize, length, [this](auto chunk, auto offset, auto, auto piece) {
        if (auto it = m_chunks.find(chunk); it != m_chunks.end())
        {
            std::fill_n(it->second.begin() + offset, piece, 0);
        }
    });
}

Ptr<Packet>
BlockStore::Read(uint64_t lba, uint32_t blocks) const
{
    const auto length = GetSize(blocks, m_blockSize);
    std::vector<uint8_t> bytes(length);
    ForEachPiece(lba * m_blockSize, length, [&](auto chunk, auto offset, auto done, auto piece) {
        if (auto it = m_chunks.find(chunk); it != m_chunks.end())
        {
            std::copy_n(it->second.begin() + offset, piece, bytes.begin() + done);
        }
    });
    return Create<Packet>(bytes.data(), length);
}

void
BlockStore::Apply(Ptr<BlockRequest> request)
{
    if (request->operation == BlockOperation::READ)
    {
        request->data = Read(request->lba, request->blocks);
    }
    else if (request->operation == BlockOperation::WRITE && request->data)
    {
        NS_ASSERT_MSG(request->data->GetSize() / m_blockSize == request->blocks,
                      "a write's data must fill its blocks");
        Write(request->lba, request->data);
    }
    else if (request->operation == BlockOperation::WRITE)
    {
        WriteZeros(request->lba, request->blocks);
    }
}

uint64_t
BlockStore::GetAllocatedBytes() const
{
    return m_chunks.size() * static_cast<uint64_t>(CHUNK_SIZE);
}

uint32_t
BlockStore::GetSize(uint32_t blocks, uint32_t blockSize)
{
    const auto size = uint64_t{blocks} * blockSize;
    if (size > UINT32_MAX)
    {
        throw UserError("StoreData: a request of " + std::to_string(blocks) + " blocks of " +
                        std::to_string(blockSize) +
                        " bytes is too long; contents of at most 4294967295 bytes can be kept");
    }
    return static_cast<uint32_t>(size);
}

} // namespace ns3
