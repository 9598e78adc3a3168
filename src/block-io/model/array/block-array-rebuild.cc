/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How BlockArray fills a spare.

#include "block-array.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockArrayRebuild");

void
BlockArray::CheckRebuild(uint32_t member, Ptr<const BlockDevice> spare) const
{
    CheckMember(member);
    const auto name =
        GetInstanceTypeId().GetName() + ": rebuild of member " + std::to_string(member) + ": ";
    if (GetTolerance() == 0)
    {
        throw UserError(name + "the array has no redundancy");
    }
    if (m_members[member].state != MemberState::FAILED)
    {
        throw UserError(name + "it has not failed");
    }
    if (m_filling)
    {
        throw UserError(name + "member " + std::to_string(m_filling->member) + " is being rebuilt");
    }
    if (!spare || !spare->IsReady() || spare->GetBlockSize() != GetBlockSize() ||
        spare->GetBlockCount() < m_memberBlocks)
    {
        throw UserError(name + "the spare must be ready and have at least " +
                        std::to_string(m_memberBlocks) + " blocks of " +
                        std::to_string(GetBlockSize()) + " bytes");
    }
    for (const auto& other : m_members)
    {
        if (other.device == spare && other.state != MemberState::FAILED)
        {
            throw UserError(name + "the spare is a member already");
        }
    }
}

bool
BlockArray::CanReplace(uint32_t member) const
{
    CheckMember(member);
    uint32_t missing = 1;
    for (uint32_t i = 0; i < GetNMembers(); ++i)
    {
        missing += i != member && m_members[i].state != MemberState::WORKING ? 1 : 0;
    }
    return !m_filling && missing <= GetTolerance();
}

void
BlockArray::Rebuild(uint32_t member, Ptr<BlockDevice> spare)
{
    NS_LOG_FUNCTION(this << member << spare);
    CheckRebuild(member, spare);
    NS_LOG_INFO("rebuild begins: member " << member << ", " << m_memberBlocks << " blocks");
    m_filling = Create<Filling>();
    m_filling->member = member;
    m_members[member] = {spare, MemberState::REBUILDING};
    // Writes under way do not know of the spare.
    m_writes.Await(MakeCallback(&BlockArray::BeginFilling, this, m_filling));
    m_writes.Advance();
}

void
BlockArray::BeginFilling(Ptr<Filling> filling)
{
    filling->start = Simulator::Now();
    FillNext(filling);
}

Ptr<BlockRequest>
BlockArray::MakeFillRequest(BlockOperation operation, Ptr<const Filling> filling) const
{
    const auto lba = filling->stripe * m_stripeUnit;
    const auto blocks = std::min<uint64_t>(m_stripeUnit, m_memberBlocks - lba);
    return Create<BlockRequest>(operation, lba, static_cast<uint32_t>(blocks));
}

void
BlockArray::FillNext(Ptr<Filling> filling)
{
    if (filling != m_filling)
    {
        return;
    }
    const auto blocks = filling->stripe * m_stripeUnit;
    if (blocks >= m_memberBlocks)
    {
        // A member that works keeps what it has when its power is cut.
        Ask(filling->member,
            Create<BlockRequest>(BlockOperation::FLUSH, 0, 0),
            nullptr,
            MakeCallback(&BlockArray::FillFlushed, this, filling));
        return;
    }
    auto due = filling->start;
    if (m_rebuildRate != DataRate(0))
    {
        const auto bits = int64x64_t(blocks) * int64x64_t(uint64_t{GetBlockSize()} * 8);
        due += Seconds(bits / int64x64_t(m_rebuildRate.GetBitRate()));
    }
    Simulator::Schedule(std::max(due - Simulator::Now(), Time(0)),
                        &BlockArray::FillStripe,
                        Ptr<BlockArray>(this),
                        filling);
}

void
BlockArray::FillStripe(Ptr<Filling> filling)
{
    if (filling == m_filling)
    {
        m_locks.Acquire(filling->stripe,
                        StripeLocks::Mode::ALONE,
                        MakeCallback(&BlockArray::FillRecover, this, filling));
    }
}

void
BlockArray::FillRecover(Ptr<Filling> filling)
{
    if (filling != m_filling)
    {
        m_locks.Release(filling->stripe);
        return;
    }
    Recover(filling->member,
            MakeFillRequest(BlockOperation::READ, filling),
            nullptr,
            MakeCallback(&BlockArray::FillWrite, this, filling));
}

void
BlockArray::FillWrite(Ptr<Filling> filling, BlockStatus status, Ptr<Packet> data)
{
    if (filling == m_filling && status == BlockStatus::OK)
    {
        auto part = MakeFillRequest(BlockOperation::WRITE, filling);
        part->data = data;
        Ask(filling->member, part, nullptr, MakeCallback(&BlockArray::FillWritten, this, filling));
        return;
    }
    EndFilling(filling);
}

void
BlockArray::FillWritten(Ptr<Filling> filling, Ptr<BlockRequest> part)
{
    if (filling != m_filling || part->status != BlockStatus::OK)
    {
        EndFilling(filling);
        return;
    }
    const auto stripe = filling->stripe++;
    NS_LOG_DEBUG("rebuilt: member " << filling->member << ", stripe " << stripe);
    m_progressTrace(filling->member, part->lba + part->blocks, m_memberBlocks);
    m_locks.Release(stripe);
    FillNext(filling);
}

void
BlockArray::FillFlushed(Ptr<Filling> filling, Ptr<BlockRequest> flush)
{
    if (filling != m_filling)
    {
        return;
    }
    if (flush->status != BlockStatus::OK)
    {
        NS_LOG_WARN("rebuild failed: member " << filling->member);
        FailMember(filling->member);
        return;
    }
    m_filling = nullptr;
    m_members[filling->member].state = MemberState::WORKING;
    NS_LOG_INFO("rebuild ends: member " << filling->member);
    m_rebuiltTrace(filling->member);
}

void
BlockArray::EndFilling(Ptr<Filling> filling)
{
    if (filling == m_filling)
    {
        NS_LOG_WARN("rebuild failed: member " << filling->member);
        FailMember(filling->member);
    }
    m_locks.Release(filling->stripe);
}

} // namespace ns3
