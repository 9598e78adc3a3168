/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "raid5-array.h"

#include "ns3/log.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Raid5Array");

NS_OBJECT_ENSURE_REGISTERED(Raid5Array);

namespace
{

/// Bytes.
using Bytes = std::vector<uint8_t>;

/**
 * Add contents without carry, which is how parity is made and undone.
 *
 * @param sum what to add to
 * @param at where, bytes
 * @param bytes what to add
 */
void
AddBytes(Bytes& sum, std::size_t at, const Bytes& bytes)
{
    std::transform(bytes.begin(),
                   bytes.end(),
                   sum.begin() + at,
                   sum.begin() + at,
                   [](uint8_t one, uint8_t other) -> uint8_t { return one ^ other; });
}

/**
 * @param data contents, or null
 * @return the bytes, none if it is null
 */
Bytes
ToBytes(Ptr<const Packet> data)
{
    Bytes bytes(data ? data->GetSize() : 0);
    if (data)
    {
        data->CopyData(bytes.data(), bytes.size());
    }
    return bytes;
}

/**
 * @param bytes contents, none where none are kept
 * @return a packet of them, null if there are none
 */
Ptr<Packet>
ToPacket(const Bytes& bytes)
{
    return bytes.empty() ? nullptr
                         : Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

} // namespace

TypeId
Raid5Array::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Raid5Array")
                            .SetParent<BlockArray>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<Raid5Array>();
    return tid;
}

uint32_t
Raid5Array::GetLeastMembers() const
{
    return 3;
}

uint32_t
Raid5Array::GetTolerance() const
{
    return 1;
}

uint64_t
Raid5Array::ComputeBlockCount() const
{
    const auto stripe = uint64_t{GetStripeUnit()} * GetDataUnits();
    if (stripe > UINT32_MAX)
    {
        throw UserError(GetInstanceTypeId().GetName() +
                        "::StripeUnit: " + std::to_string(GetStripeUnit()) + " makes stripes of " +
                        std::to_string(stripe) + " blocks; the maximum is 4294967295");
    }
    return GetMemberBlocks() / GetStripeUnit() * stripe;
}

uint32_t
Raid5Array::GetDataUnits() const
{
    return GetNMembers() - 1;
}

uint32_t
Raid5Array::GetParityMember(uint64_t stripe) const
{
    return static_cast<uint32_t>(GetNMembers() - 1 - stripe % GetNMembers());
}

uint32_t
Raid5Array::GetMemberOf(uint64_t stripe, uint32_t column) const
{
    // Behind the last data unit comes the parity's own member again.
    return (GetParityMember(stripe) + 1 + column) % GetNMembers();
}

BlockArray::Location
Raid5Array::Locate(uint64_t lba) const
{
    const auto unit = lba / GetStripeUnit();
    const auto stripe = unit / GetDataUnits();
    return {GetMemberOf(stripe, static_cast<uint32_t>(unit % GetDataUnits())),
            stripe * GetStripeUnit() + lba % GetStripeUnit()};
}

std::optional<uint64_t>
Raid5Array::FindLba(const Location& location) const
{
    const auto members = GetNMembers();
    const auto stripe = location.lba / GetStripeUnit();
    const auto column = (location.member + members - GetParityMember(stripe) - 1) % members;
    if (column == GetDataUnits())
    {
        return std::nullopt;
    }
    return (stripe * GetDataUnits() + column) * GetStripeUnit() + location.lba % GetStripeUnit();
}

void
Raid5Array::Start(Ptr<Operation> operation)
{
    const auto& request = operation->request;
    const bool writes = request->operation == BlockOperation::WRITE;
    const uint64_t size = uint64_t{GetStripeUnit()} * (writes ? GetDataUnits() : 1);
    for (uint32_t offset = 0; offset < request->blocks;)
    {
        const auto lba = request->lba + offset;
        const auto blocks =
            static_cast<uint32_t>(std::min(size - lba % size, uint64_t{request->blocks} - offset));
        AddPart(operation);
        writes ? AddWrite(operation, offset, blocks) : AddRead(operation, offset, blocks);
        offset += blocks;
    }
}

void
Raid5Array::AddWrite(Ptr<Operation> operation, uint32_t offset, uint32_t blocks)
{
    const uint64_t size = uint64_t{GetStripeUnit()} * GetDataUnits();
    const auto lba = operation->request->lba + offset;
    auto write = Create<Write>();
    write->operation = operation;
    write->stripe = lba / size;
    write->begin = static_cast<uint32_t>(lba % size);
    write->end = write->begin + blocks;
    write->offset = offset;
    m_locks.Acquire(write->stripe,
                    StripeLocks::Mode::ALONE,
                    MakeCallback(&Raid5Array::StartWrite, this, write));
}

void
Raid5Array::AddRead(Ptr<Operation> operation, uint32_t offset, uint32_t blocks)
{
    auto read = Create<Read>();
    read->operation = operation;
    read->location = Locate(operation->request->lba + offset);
    read->blocks = blocks;
    read->offset = offset;
    StartRead(read);
}

void
Raid5Array::StartRead(Ptr<Read> read)
{
    const auto stripe = read->location.lba / GetStripeUnit();
    const auto& request = read->operation->request;
    if (!IsAvailable(read->location.member, stripe))
    {
        NS_LOG_INFO("degraded read: stripe " << stripe << ", member " << read->location.member
                                             << " recovered from the others");
        m_locks.Acquire(stripe,
                        StripeLocks::Mode::SHARED,
                        MakeCallback(&Raid5Array::RecoverRead, this, read));
        return;
    }
    Ask(read->location.member,
        Create<BlockRequest>(request->operation, read->location.lba, read->blocks),
        read->operation,
        MakeCallback(&Raid5Array::ReadAnswered, this, read));
}

void
Raid5Array::ReadAnswered(Ptr<Read> read, Ptr<BlockRequest> part)
{
    if (IsFailure(part->status))
    {
        NS_LOG_INFO("read tried again: stripe " << read->location.lba / GetStripeUnit() << ", "
                                                << part->status);
        StartRead(read);
        return;
    }
    PutContents(read->operation, read->offset, part->data);
    EndPart(read->operation, part->status);
}

void
Raid5Array::RecoverRead(Ptr<Read> read)
{
    const auto stripe = read->location.lba / GetStripeUnit();
    if (IsAvailable(read->location.member, stripe))
    {
        // A spare was filled while this waited.
        m_locks.Release(stripe);
        StartRead(read);
        return;
    }
    const auto& request = read->operation->request;
    Recover(read->location.member,
            Create<BlockRequest>(request->operation, read->location.lba, read->blocks),
            read->operation,
            MakeCallback(&Raid5Array::ReadRecovered, this, read));
}

void
Raid5Array::ReadRecovered(Ptr<Read> read, BlockStatus status, Ptr<Packet> data)
{
    m_locks.Release(read->location.lba / GetStripeUnit());
    PutContents(read->operation, read->offset, data);
    EndPart(read->operation, status);
}

void
Raid5Array::Recover(uint32_t member,
                    Ptr<const BlockRequest> part,
                    Ptr<Operation> operation,
                    Recovered done)
{
    const auto stripe = part->lba / GetStripeUnit();
    for (uint32_t i = 0; i < GetNMembers(); ++i)
    {
        if (i != member && !IsAvailable(i, stripe))
        {
            done(BlockStatus::MEDIUM_ERROR, nullptr);
            return;
        }
    }
    auto recovery = Create<Recovery>();
    recovery->done = done;
    recovery->pending = GetNMembers() - 1;
    for (uint32_t i = 0; i < GetNMembers(); ++i)
    {
        if (i != member)
        {
            Ask(i,
                Create<BlockRequest>(part->operation, part->lba, part->blocks),
                operation,
                MakeCallback(&Raid5Array::RecoveryAnswered, this, recovery));
        }
    }
}

void
Raid5Array::RecoveryAnswered(Ptr<Recovery> recovery, Ptr<BlockRequest> part)
{
    if (part->status != BlockStatus::OK)
    {
        // With a second member gone, the contents are.
        recovery->status = IsFailure(part->status) ? BlockStatus::MEDIUM_ERROR : part->status;
    }
    if (part->data)
    {
        recovery->sum.resize(part->data->GetSize());
        AddBytes(recovery->sum, 0, ToBytes(part->data));
    }
    if (--recovery->pending == 0)
    {
        recovery->done(recovery->status, ToPacket(recovery->sum));
    }
}

std::vector<uint32_t>
Raid5Array::GetDerived(uint64_t stripe) const
{
    const auto parity = GetParityMember(stripe);
    return IsAvailable(parity, stripe) ? std::vector{parity} : std::vector<uint32_t>();
}

void
Raid5Array::Derive(Ptr<BlockRequest> part, Recovered done)
{
    Recover(GetParityMember(part->lba / GetStripeUnit()), part, nullptr, done);
}

std::vector<uint32_t>
Raid5Array::FindMissing(uint64_t stripe) const
{
    std::vector<uint32_t> missing;
    for (uint32_t column = 0; column < GetNMembers(); ++column)
    {
        if (!IsAvailable(GetMemberOf(stripe, column), stripe))
        {
            missing.push_back(column);
        }
    }
    return missing;
}

void
Raid5Array::StartWrite(Ptr<Write> write)
{
    const auto missing = FindMissing(write->stripe);
    if (missing.size() > GetTolerance())
    {
        NS_LOG_WARN("write failed: stripe " << write->stripe << ", " << missing.size()
                                            << " members missing");
        EndWrite(write, BlockStatus::MEDIUM_ERROR);
        return;
    }
    write->again = false;
    write->plan.emplace(GetStripeUnit(),
                        GetDataUnits(),
                        write->begin,
                        write->end,
                        missing.empty() ? std::nullopt : std::optional(missing.front()));
    NS_LOG_DEBUG("write: stripe " << write->stripe << ", " << write->plan->reads.size()
                                  << " reads, " << write->plan->writes.size() << " writes, "
                                  << missing.size() << " members missing");
    write->old.assign(GetNMembers(), {});
    write->pending = static_cast<uint32_t>(write->plan->reads.size());
    if (write->pending == 0)
    {
        WriteColumns(write);
        return;
    }
    for (const auto& range : write->plan->reads)
    {
        AskColumn(write,
                  range,
                  BlockOperation::READ,
                  nullptr,
                  MakeCallback(&Raid5Array::OldAnswered, this, write, range.column));
    }
}

void
Raid5Array::AskColumn(Ptr<Write> write,
                      const ParityWritePlan::Range& range,
                      BlockOperation operation,
                      Ptr<Packet> data,
                      Answer answer)
{
    auto part = Create<BlockRequest>(operation,
                                     write->stripe * GetStripeUnit() + range.begin,
                                     range.end - range.begin);
    part->data = data;
    Ask(GetMemberOf(write->stripe, range.column), part, write->operation, answer);
}

void
Raid5Array::OldAnswered(Ptr<Write> write, uint32_t column, Ptr<BlockRequest> part)
{
    write->old[column] = ToBytes(part->data);
    write->again |= IsFailure(part->status);
    if (part->status != BlockStatus::OK && !IsFailure(part->status))
    {
        write->status = part->status;
    }
    if (--write->pending > 0)
    {
        return;
    }
    if (write->status != BlockStatus::OK)
    {
        EndWrite(write, write->status);
    }
    else if (write->again)
    {
        StartWrite(write);
    }
    else
    {
        WriteColumns(write);
    }
}

Ptr<Packet>
Raid5Array::GetNew(Ptr<const Write> write, const ParityWritePlan::Range& range) const
{
    const auto at = range.column * GetStripeUnit() + range.begin - write->begin;
    return GetContents(write->operation->request, write->offset + at, range.end - range.begin);
}

void
Raid5Array::RestoreMissing(Ptr<Write> write) const
{
    Bytes sum(write->old[write->plan->parity.column].size());
    for (const auto& range : write->plan->reads)
    {
        AddBytes(sum, 0, write->old[range.column]);
    }
    const auto missing = std::find_if(write->old.begin(), write->old.end(), [](const Bytes& bytes) {
        return bytes.empty();
    });
    *missing = sum;
}

void
Raid5Array::AddChange(std::vector<uint8_t>& sum,
                      Ptr<const Write> write,
                      const ParityWritePlan::Range& range) const
{
    const auto at = std::size_t{range.begin - write->plan->parity.begin} * GetBlockSize();
    const auto size = std::size_t{range.end - range.begin} * GetBlockSize();
    const auto& old = write->old[range.column];
    if (!old.empty())
    {
        // Of a column that was read as far as the parity goes, the part that changes counts.
        const auto begin = old.begin() + (old.size() == size ? 0 : at);
        AddBytes(sum, at, Bytes(begin, begin + size));
    }
    AddBytes(sum, at, ToBytes(GetNew(write, range)));
}

Ptr<Packet>
Raid5Array::ComputeParity(Ptr<Write> write) const
{
    using enum ParityWritePlan::Method;
    const auto& plan = *write->plan;
    const bool kept = plan.reads.empty() ? bool(write->operation->request->data)
                                         : !write->old[plan.reads.front().column].empty();
    if (!kept)
    {
        return nullptr;
    }
    if (plan.method == RESTORE)
    {
        RestoreMissing(write);
    }
    Bytes sum(std::size_t{plan.parity.end - plan.parity.begin} * GetBlockSize());
    if (plan.method == RECONSTRUCT)
    {
        for (const auto& range : plan.reads)
        {
            AddBytes(sum, 0, write->old[range.column]);
        }
    }
    else
    {
        AddBytes(sum, 0, write->old[plan.parity.column]);
    }
    for (const auto& range : plan.writes)
    {
        AddChange(sum, write, range);
    }
    return ToPacket(sum);
}

void
Raid5Array::WriteColumns(Ptr<Write> write)
{
    const auto& plan = *write->plan;
    const auto missing = FindMissing(write->stripe);
    auto isMissing = [&missing](uint32_t column) {
        return std::find(missing.begin(), missing.end(), column) != missing.end();
    };
    const auto answer = MakeCallback(&Raid5Array::WriteAnswered, this, write);
    // One more while they are sent.
    write->pending = 1;
    for (const auto& range : plan.writes)
    {
        if (!isMissing(range.column))
        {
            ++write->pending;
            AskColumn(write, range, BlockOperation::WRITE, GetNew(write, range), answer);
        }
    }
    if (plan.method != ParityWritePlan::Method::NONE && !isMissing(plan.parity.column))
    {
        ++write->pending;
        AskColumn(write, plan.parity, BlockOperation::WRITE, ComputeParity(write), answer);
    }
    if (--write->pending == 0)
    {
        EndWrite(write, BlockStatus::MEDIUM_ERROR);
    }
}

void
Raid5Array::WriteAnswered(Ptr<Write> write, Ptr<BlockRequest> part)
{
    if (part->status != BlockStatus::OK && !IsFailure(part->status))
    {
        write->status = part->status;
    }
    if (--write->pending > 0)
    {
        return;
    }
    const bool lost = FindMissing(write->stripe).size() > GetTolerance();
    EndWrite(write,
             write->status == BlockStatus::OK && lost ? BlockStatus::MEDIUM_ERROR : write->status);
}

void
Raid5Array::EndWrite(Ptr<Write> write, BlockStatus status)
{
    m_locks.Release(write->stripe);
    EndPart(write->operation, status);
}

} // namespace ns3
