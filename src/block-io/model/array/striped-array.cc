/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "striped-array.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StripedArray");

NS_OBJECT_ENSURE_REGISTERED(StripedArray);

TypeId
StripedArray::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StripedArray")
                            .SetParent<BlockArray>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<StripedArray>();
    return tid;
}

uint32_t
StripedArray::GetLeastMembers() const
{
    return 1;
}

uint32_t
StripedArray::GetTolerance() const
{
    return 0;
}

uint64_t
StripedArray::ComputeBlockCount() const
{
    return GetMemberBlocks() / GetStripeUnit() * GetStripeUnit() * GetNMembers();
}

BlockArray::Location
StripedArray::Locate(uint64_t lba) const
{
    const auto unit = lba / GetStripeUnit();
    return {static_cast<uint32_t>(unit % GetNMembers()),
            unit / GetNMembers() * GetStripeUnit() + lba % GetStripeUnit()};
}

std::optional<uint64_t>
StripedArray::FindLba(const Location& location) const
{
    const auto unit = location.lba / GetStripeUnit() * GetNMembers() + location.member;
    return unit * GetStripeUnit() + location.lba % GetStripeUnit();
}

void
StripedArray::Start(Ptr<Operation> operation)
{
    const auto& request = operation->request;
    const auto members = GetNMembers();
    const auto first = request->lba / GetStripeUnit();
    const auto last = (request->lba + request->blocks - 1) / GetStripeUnit();
    for (auto unit = first; unit <= std::min(last, first + members - 1); ++unit)
    {
        StartRun(operation,
                 {static_cast<uint32_t>(unit % members),
                  unit,
                  unit + (last - unit) / members * members});
    }
}

template <typename Function>
void
StripedArray::ForEachUnit(Ptr<const BlockRequest> request, const Run& run, Function function) const
{
    const auto size = GetStripeUnit();
    uint32_t done = 0;
    for (auto unit = run.first; unit <= run.last; unit += GetNMembers())
    {
        const auto begin = std::max(unit * size, request->lba);
        const auto end = std::min((unit + 1) * size, request->lba + request->blocks);
        const auto blocks = static_cast<uint32_t>(end - begin);
        function(static_cast<uint32_t>(begin - request->lba), done, blocks);
        done += blocks;
    }
}

void
StripedArray::StartRun(Ptr<Operation> operation, const Run& run)
{
    const auto& request = operation->request;
    AddPart(operation);
    if (!IsAvailable(run.member, 0))
    {
        NS_LOG_WARN("request failed: member " << run.member << " has failed, LBA " << request->lba);
        EndPart(operation, BlockStatus::MEDIUM_ERROR);
        return;
    }
    const auto size = GetStripeUnit();
    const auto begin = Locate(std::max(run.first * size, request->lba)).lba;
    const auto end =
        Locate(std::min((run.last + 1) * size, request->lba + request->blocks) - 1).lba;
    auto part =
        Create<BlockRequest>(request->operation, begin, static_cast<uint32_t>(end + 1 - begin));
    if (request->data && request->operation == BlockOperation::WRITE)
    {
        part->data = Create<Packet>();
        ForEachUnit(request, run, [&](auto offset, auto, auto blocks) {
            part->data->AddAtEnd(GetContents(request, offset, blocks));
        });
    }
    Ask(run.member,
        part,
        operation,
        MakeCallback(&StripedArray::RunAnswered, this, operation, run));
}

void
StripedArray::RunAnswered(Ptr<Operation> operation, Run run, Ptr<BlockRequest> part)
{
    if (part->data && part->operation == BlockOperation::READ)
    {
        ForEachUnit(operation->request, run, [&](auto offset, auto done, auto blocks) {
            PutContents(operation, offset, GetContents(part, done, blocks));
        });
    }
    EndPart(operation, IsFailure(part->status) ? BlockStatus::MEDIUM_ERROR : part->status);
}

void
StripedArray::Recover(uint32_t, Ptr<const BlockRequest>, Ptr<Operation>, Recovered done)
{
    done(BlockStatus::MEDIUM_ERROR, nullptr);
}

std::vector<uint32_t>
StripedArray::GetDerived(uint64_t) const
{
    return {};
}

void
StripedArray::Derive(Ptr<BlockRequest>, Recovered done)
{
    done(BlockStatus::MEDIUM_ERROR, nullptr);
}

} // namespace ns3
