/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mirrored-array.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MirroredArray");

NS_OBJECT_ENSURE_REGISTERED(MirroredArray);

TypeId
MirroredArray::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MirroredArray")
                            .SetParent<BlockArray>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<MirroredArray>();
    return tid;
}

uint32_t
MirroredArray::GetLeastMembers() const
{
    return 2;
}

uint32_t
MirroredArray::GetTolerance() const
{
    return GetNMembers() - 1;
}

uint64_t
MirroredArray::ComputeBlockCount() const
{
    return GetMemberBlocks();
}

BlockArray::Location
MirroredArray::Locate(uint64_t lba) const
{
    return {0, lba};
}

std::optional<uint64_t>
MirroredArray::FindLba(const Location& location) const
{
    return location.lba;
}

void
MirroredArray::Start(Ptr<Operation> operation)
{
    const auto& request = operation->request;
    if (request->operation != BlockOperation::WRITE)
    {
        AddPart(operation);
        m_ranges.Await(request->lba,
                       request->lba + request->blocks,
                       MakeCallback(&MirroredArray::StartRead, this, operation));
        return;
    }
    const auto end = request->lba + request->blocks;
    const auto unit = GetStripeUnit();
    for (auto lba = request->lba; lba < end;)
    {
        const auto stop = IsRebuilding() ? std::min(end, (lba / unit + 1) * unit) : end;
        auto write = Create<Write>();
        write->operation = operation;
        write->lba = lba;
        write->blocks = static_cast<uint32_t>(stop - lba);
        write->locked = IsRebuilding();
        lba = stop;
        AddPart(operation);
        m_ranges.Acquire(write->lba, stop, MakeCallback(&MirroredArray::LockStripe, this, write));
    }
}

void
MirroredArray::LockStripe(Ptr<Write> write)
{
    if (!write->locked)
    {
        StartWrite(write);
        return;
    }
    m_locks.Acquire(write->lba / GetStripeUnit(),
                    StripeLocks::Mode::SHARED,
                    MakeCallback(&MirroredArray::StartWrite, this, write));
}

std::optional<uint32_t>
MirroredArray::PickReader(uint64_t first, uint32_t blocks)
{
    std::optional<uint32_t> best;
    for (uint32_t i = 0; i < GetNMembers(); ++i)
    {
        const auto member = (m_turn + i) % GetNMembers();
        if (IsAvailable(member, (first + blocks - 1) / GetStripeUnit()) &&
            (!best || GetMember(member)->GetOutstanding() < GetMember(*best)->GetOutstanding()))
        {
            best = member;
        }
    }
    if (best)
    {
        m_turn = (*best + 1) % GetNMembers();
    }
    return best;
}

void
MirroredArray::StartRead(Ptr<Operation> operation)
{
    const auto& request = operation->request;
    const auto member = PickReader(request->lba, request->blocks);
    if (!member)
    {
        NS_LOG_WARN("read failed: no copy left, LBA " << request->lba);
        EndPart(operation, BlockStatus::MEDIUM_ERROR);
        return;
    }
    Ask(*member,
        Create<BlockRequest>(request->operation, request->lba, request->blocks),
        operation,
        MakeCallback(&MirroredArray::ReadAnswered, this, operation));
}

void
MirroredArray::ReadAnswered(Ptr<Operation> operation, Ptr<BlockRequest> part)
{
    if (IsFailure(part->status))
    {
        NS_LOG_INFO("read from another copy: LBA " << part->lba << ", " << part->status);
        StartRead(operation);
        return;
    }
    PutContents(operation, 0, part->data);
    EndPart(operation, part->status);
}

void
MirroredArray::StartWrite(Ptr<Write> write)
{
    const auto& request = write->operation->request;
    const auto offset = static_cast<uint32_t>(write->lba - request->lba);
    const auto data = GetContents(request, offset, write->blocks);
    for (uint32_t i = 0; i < GetNMembers(); ++i)
    {
        if (IsAvailable(i, write->lba / GetStripeUnit()))
        {
            auto part = Create<BlockRequest>(BlockOperation::WRITE, write->lba, write->blocks);
            part->data = data;
            ++write->pending;
            Ask(i,
                part,
                write->operation,
                MakeCallback(&MirroredArray::WriteAnswered, this, write));
        }
    }
    if (write->pending == 0)
    {
        EndWrite(write);
    }
}

void
MirroredArray::WriteAnswered(Ptr<Write> write, Ptr<BlockRequest> part)
{
    write->written |= part->status == BlockStatus::OK;
    if (part->status != BlockStatus::OK && !IsFailure(part->status))
    {
        write->status = part->status;
    }
    if (--write->pending == 0)
    {
        EndWrite(write);
    }
}

void
MirroredArray::EndWrite(Ptr<Write> write)
{
    if (write->locked)
    {
        m_locks.Release(write->lba / GetStripeUnit());
    }
    m_ranges.Release(write->lba);
    const bool lost = write->status == BlockStatus::OK && !write->written;
    NS_LOG_DEBUG("written: LBA " << write->lba << ", " << write->blocks << " blocks"
                                 << (lost ? ", to no copy" : ""));
    EndPart(write->operation, lost ? BlockStatus::MEDIUM_ERROR : write->status);
}

void
MirroredArray::Recover(uint32_t member,
                       Ptr<const BlockRequest> part,
                       Ptr<Operation> operation,
                       Recovered done)
{
    // The member itself is not available there.
    const auto reader = PickReader(part->lba, part->blocks);
    if (!reader)
    {
        done(BlockStatus::MEDIUM_ERROR, nullptr);
        return;
    }
    Ask(*reader,
        Create<BlockRequest>(part->operation, part->lba, part->blocks),
        operation,
        MakeCallback(&MirroredArray::RecoverAnswered, this, member, operation, done));
}

void
MirroredArray::RecoverAnswered(uint32_t member,
                               Ptr<Operation> operation,
                               Recovered done,
                               Ptr<BlockRequest> part)
{
    if (IsFailure(part->status))
    {
        Recover(member, part, operation, done);
        return;
    }
    done(part->status, part->data);
}

std::vector<uint32_t>
MirroredArray::FindCopies(uint64_t stripe) const
{
    std::vector<uint32_t> copies;
    for (uint32_t i = 0; i < GetNMembers(); ++i)
    {
        if (IsAvailable(i, stripe))
        {
            copies.push_back(i);
        }
    }
    return copies;
}

std::vector<uint32_t>
MirroredArray::GetDerived(uint64_t stripe) const
{
    auto copies = FindCopies(stripe);
    if (!copies.empty())
    {
        copies.erase(copies.begin());
    }
    return copies;
}

void
MirroredArray::Derive(Ptr<BlockRequest> part, Recovered done)
{
    const auto copies = FindCopies(part->lba / GetStripeUnit());
    if (copies.empty())
    {
        done(BlockStatus::MEDIUM_ERROR, nullptr);
        return;
    }
    Ask(copies.front(), part, nullptr, MakeCallback(&MirroredArray::DeriveAnswered, this, done));
}

void
MirroredArray::DeriveAnswered(Recovered done, Ptr<BlockRequest> part)
{
    if (IsFailure(part->status))
    {
        Derive(Create<BlockRequest>(part->operation, part->lba, part->blocks), done);
        return;
    }
    done(part->status, part->data);
}

} // namespace ns3
