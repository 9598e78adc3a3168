/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-verifier.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockVerifier");

BlockVerifier::BlockVerifier(uint32_t blockSize, const Writer& writer, const Report& report)
    : m_blockSize(blockSize),
      m_writer(writer),
      m_report(report)
{
}

BlockHistory::Operation
BlockVerifier::Begin(BlockRequest& request)
{
    if (request.operation == BlockOperation::WRITE)
    {
        request.data = MakeContents(request);
        return m_history.BeginWrite(request.lba, request.blocks, request.number + 1);
    }
    if (request.operation == BlockOperation::FLUSH)
    {
        return m_history.BeginFlush();
    }
    return m_history.BeginRead(request.lba, request.blocks);
}

void
BlockVerifier::End(BlockHistory::Operation operation, const BlockRequest& request)
{
    const bool isDone = request.status == BlockStatus::OK;
    if (request.operation == BlockOperation::WRITE)
    {
        m_history.EndWrite(operation, isDone, request.forceUnitAccess);
        return;
    }
    if (request.operation == BlockOperation::FLUSH)
    {
        if (isDone)
        {
            m_history.EndFlush(operation);
        }
        return;
    }
    if (isDone && request.operation == BlockOperation::READ && request.data)
    {
        CheckContents(operation, request);
    }
    m_history.EndRead(operation);
}

void
BlockVerifier::ExpectPowerLoss()
{
    m_history.ExpectPowerLoss();
}

void
BlockVerifier::LosePower()
{
    NS_LOG_INFO("power is lost");
    m_history.LosePower();
}

void
BlockVerifier::Forget(uint64_t lba, uint32_t blocks)
{
    NS_LOG_INFO("forgotten: LBA " << lba << ", " << blocks << " blocks");
    for (uint32_t i = 0; i < blocks; ++i)
    {
        m_forgotten.insert(lba + i);
    }
}

uint64_t
BlockVerifier::GetChecked() const
{
    return m_checked;
}

const BlockHistory&
BlockVerifier::GetHistory() const
{
    return m_history;
}

BlockStamp
BlockVerifier::MakeStamp(uint64_t lba, uint64_t generation) const
{
    BlockStamp stamp;
    stamp.writer = m_writer.number;
    stamp.run = m_writer.run;
    stamp.lba = lba;
    stamp.generation = generation;
    return stamp;
}

Ptr<Packet>
BlockVerifier::MakeContents(const BlockRequest& request)
{
    m_bytes.resize(uint64_t{request.blocks} * m_blockSize);
    for (uint32_t i = 0; i < request.blocks; ++i)
    {
        MakeStamp(request.lba + i, request.number + 1)
            .Write(m_bytes.data() + uint64_t{i} * m_blockSize, m_blockSize);
    }
    return Create<Packet>(m_bytes.data(), m_bytes.size());
}

void
BlockVerifier::CheckContents(BlockHistory::Operation operation, const BlockRequest& request)
{
    // What is missing at the end reads as zeros.
    m_bytes.assign(uint64_t{request.blocks} * m_blockSize, 0);
    request.data->CopyData(m_bytes.data(), m_bytes.size());
    m_checked += request.blocks;
    for (uint32_t i = 0; i < request.blocks; ++i)
    {
        const auto lba = request.lba + i;
        const BlockContent content(m_bytes.data() + uint64_t{i} * m_blockSize, m_blockSize);
        const auto expected = FindExpected(operation, content, lba);
        if (expected.empty() || IsForgotten(content, lba))
        {
            continue;
        }
        BlockMismatch mismatch;
        mismatch.lba = lba;
        mismatch.kind = FindKind(content, lba, expected);
        mismatch.expected = GetText(expected);
        mismatch.found = content.GetText();
        mismatch.issued = request.issueTime;
        mismatch.completed = Simulator::Now();
        NS_LOG_WARN(mismatch.GetText());
        m_report(mismatch);
    }
}

bool
BlockVerifier::IsOwn(const BlockContent& content, uint64_t lba) const
{
    return content.GetKind() == BlockContent::Kind::STAMP &&
           *content.GetStamp() == MakeStamp(lba, content.GetStamp()->generation);
}

bool
BlockVerifier::IsForgotten(const BlockContent& content, uint64_t lba) const
{
    const auto isZero = content.GetKind() == BlockContent::Kind::ZEROS;
    return m_forgotten.contains(lba) && (isZero || IsOwn(content, lba));
}

bool
BlockVerifier::HasOwn(const BlockContent& content) const
{
    const auto& stamp = content.GetStamp();
    return stamp && stamp->writer == m_writer.number && stamp->run == m_writer.run;
}

std::vector<BlockHistory::Value>
BlockVerifier::FindExpected(BlockHistory::Operation operation,
                            const BlockContent& content,
                            uint64_t lba)
{
    // What this writer wrote elsewhere, or only in part, is wrong on an unknown block, too.
    const bool isStray = HasOwn(content) && !IsOwn(content, lba) && m_history.IsUnknown(lba);
    auto expected = m_history.Check(operation, lba, GetValue(content, lba));
    if (expected.empty() && isStray)
    {
        expected.push_back(BlockHistory::UNKNOWN);
    }
    return expected;
}

BlockHistory::Value
BlockVerifier::GetValue(const BlockContent& content, uint64_t lba) const
{
    if (IsOwn(content, lba))
    {
        return content.GetStamp()->generation;
    }
    const auto isZero = content.GetKind() == BlockContent::Kind::ZEROS;
    return isZero ? ZEROS : NO_GENERATION | content.GetDigest();
}

BlockMismatch::Kind
BlockVerifier::FindKind(const BlockContent& content,
                        uint64_t lba,
                        const std::vector<BlockHistory::Value>& expected) const
{
    using enum BlockMismatch::Kind;
    if (content.GetKind() == BlockContent::Kind::TORN)
    {
        return TORN;
    }
    if (content.GetKind() == BlockContent::Kind::ZEROS)
    {
        return ZEROS;
    }
    if (!HasOwn(content))
    {
        return FOREIGN;
    }
    if (content.GetStamp()->lba != lba)
    {
        return OTHER_BLOCK;
    }
    const auto generation = content.GetStamp()->generation;
    const bool isOlder = std::all_of(expected.begin(), expected.end(), [=](auto value) {
        return generation < value;
    });
    return isOlder ? OLDER : OTHER_WRITE;
}

std::string
BlockVerifier::GetText(BlockHistory::Value value)
{
    if (value == BlockHistory::UNKNOWN)
    {
        return "what was there at first";
    }
    if (value < NO_GENERATION)
    {
        return "generation " + std::to_string(value);
    }
    return value == ZEROS ? "zeros" : "what was read before";
}

std::string
BlockVerifier::GetText(const std::vector<BlockHistory::Value>& values)
{
    std::string text;
    for (const auto value : values)
    {
        text += (text.empty() ? "" : " or ") + GetText(value);
    }
    return text;
}

} // namespace ns3
