/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-array.h"

#include "ns3/block-store.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockArray");

NS_OBJECT_ENSURE_REGISTERED(BlockArray);

TypeId
BlockArray::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BlockArray")
            .SetParent<BlockDevice>()
            .SetGroupName("BlockIo")
            .AddAttribute("StripeUnit",
                          "Consecutive blocks on one member, at least 1; also the unit that a "
                          "rebuild copies. Set before the members",
                          UintegerValue(128),
                          MakeUintegerAccessor(&BlockArray::m_stripeUnit),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RebuildRate",
                          "Maximum rate at which a rebuild writes to its spare; 0 for no limit",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&BlockArray::m_rebuildRate),
                          MakeDataRateChecker())
            .AddAttribute("WriteIntentLog",
                          "Keep, where no loss of power erases it, which stripes were written "
                          "since the last FLUSH, so that PowerOn can make members agree there",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BlockArray::m_keepsIntents),
                          MakeBooleanChecker())
            .AddTraceSource("MemberFailed",
                            "A member failed",
                            MakeTraceSourceAccessor(&BlockArray::m_failedTrace),
                            "ns3::BlockArray::MemberTracedCallback")
            .AddTraceSource("RebuildProgress",
                            "A stripe was copied to a spare",
                            MakeTraceSourceAccessor(&BlockArray::m_progressTrace),
                            "ns3::BlockArray::ProgressTracedCallback")
            .AddTraceSource("Rebuilt",
                            "A spare holds everything that the failed member held",
                            MakeTraceSourceAccessor(&BlockArray::m_rebuiltTrace),
                            "ns3::BlockArray::MemberTracedCallback");
    return tid;
}

void
BlockArray::DoDispose()
{
    m_filling = nullptr;
    m_writes.Clear();
    for (auto& member : m_members)
    {
        member.device = nullptr;
    }
    BlockDevice::DoDispose();
}

void
BlockArray::SetMembers(const std::vector<Ptr<BlockDevice>>& members)
{
    const auto name = GetInstanceTypeId().GetName();
    if (!m_members.empty())
    {
        throw UserError(name + ": the members can be set only once");
    }
    if (members.size() < GetLeastMembers())
    {
        throw UserError(name + ": " + std::to_string(members.size()) +
                        " members are too few; it needs " + std::to_string(GetLeastMembers()));
    }
    for (auto member = members.begin(); member != members.end(); ++member)
    {
        if (!*member || std::find(members.begin(), member, *member) != member)
        {
            throw UserError(name + ": member " + std::to_string(member - members.begin()) +
                            (*member ? " is listed twice" : " is missing"));
        }
        m_members.push_back({*member, MemberState::WORKING});
    }
    for (const auto& member : members)
    {
        member->CallWhenReady(MakeCallback(&BlockArray::MemberReady, this));
    }
}

void
BlockArray::MemberReady()
{
    if (++m_readyMembers < m_members.size())
    {
        return;
    }
    const auto name = GetInstanceTypeId().GetName();
    m_memberBlocks = UINT64_MAX;
    for (const auto& member : m_members)
    {
        if (member.device->GetBlockSize() != GetBlockSize())
        {
            throw UserError(name + ": the members' blocks differ in size");
        }
        m_memberBlocks = std::min(m_memberBlocks, member.device->GetBlockCount());
    }
    m_blockCount = ComputeBlockCount();
    NS_LOG_INFO("array ready: " << m_members.size() << " members, " << m_blockCount << " blocks, "
                                << GetTolerance() << " members may fail");
    if (m_blockCount == 0)
    {
        throw UserError(name + "::StripeUnit: " + std::to_string(m_stripeUnit) +
                        " is more than the " + std::to_string(m_memberBlocks) +
                        " blocks of a member");
    }
    NotifyReady();
}

uint32_t
BlockArray::GetNMembers() const
{
    return static_cast<uint32_t>(m_members.size());
}

void
BlockArray::CheckMember(uint32_t member) const
{
    if (member >= m_members.size())
    {
        throw UserError(GetInstanceTypeId().GetName() + ": there is no member " +
                        std::to_string(member) + ", only 0 to " +
                        std::to_string(int64_t{GetNMembers()} - 1));
    }
}

Ptr<BlockDevice>
BlockArray::GetMember(uint32_t member) const
{
    CheckMember(member);
    return m_members[member].device;
}

const char*
BlockArray::GetMemberStateName(MemberState state)
{
    switch (state)
    {
    case MemberState::WORKING:
        return "WORKING";
    case MemberState::FAILED:
        return "FAILED";
    case MemberState::REBUILDING:
        return "REBUILDING";
    }
    return "?";
}

BlockArray::MemberState
BlockArray::GetMemberState(uint32_t member) const
{
    CheckMember(member);
    return m_members[member].state;
}

void
BlockArray::FailMember(uint32_t member)
{
    NS_LOG_FUNCTION(this << member);
    CheckMember(member);
    if (m_members[member].state == MemberState::FAILED)
    {
        return;
    }
    m_members[member].state = MemberState::FAILED;
    NS_LOG_INFO("member " << member << " failed: "
                          << (HasAllData() ? "degraded, nothing lost" : "data lost"));
    if (m_filling && m_filling->member == member)
    {
        m_filling = nullptr;
    }
    m_failedTrace(member);
}

uint64_t
BlockArray::GetBlockCount() const
{
    return m_blockCount;
}

uint32_t
BlockArray::GetBlockSize() const
{
    return m_members.empty() ? 512 : m_members.front().device->GetBlockSize();
}

bool
BlockArray::IsReady() const
{
    return m_blockCount > 0 && m_power == Power::ON;
}

IoStageGroups
BlockArray::GetStageGroups() const
{
    IoStageGroups groups;
    for (const auto& member : m_members)
    {
        groups.Add(member.device->GetStageGroups());
    }
    return groups;
}

BlockCacheSettings
BlockArray::GetCacheSettings() const
{
    BlockCacheSettings any{false, false};
    for (const auto& member : m_members)
    {
        const auto settings = member.device->GetCacheSettings();
        any.writeCache |= settings.writeCache;
        any.readCache |= settings.readCache;
    }
    return any;
}

BlockCacheSettings
BlockArray::GetChangeableCacheSettings() const
{
    BlockCacheSettings all{!m_members.empty(), !m_members.empty()};
    for (const auto& member : m_members)
    {
        const auto settings = member.device->GetChangeableCacheSettings();
        all.writeCache &= settings.writeCache;
        all.readCache &= settings.readCache;
    }
    return all;
}

bool
BlockArray::SetCacheSettings(const BlockCacheSettings& settings)
{
    const auto now = GetCacheSettings();
    const auto changeable = GetChangeableCacheSettings();
    if ((settings.writeCache != now.writeCache && !changeable.writeCache) ||
        (settings.readCache != now.readCache && !changeable.readCache))
    {
        return false;
    }
    for (const auto& member : m_members)
    {
        auto own = member.device->GetCacheSettings();
        own.writeCache = changeable.writeCache ? settings.writeCache : own.writeCache;
        own.readCache = changeable.readCache ? settings.readCache : own.readCache;
        member.device->SetCacheSettings(own);
    }
    return true;
}

bool
BlockArray::IsAvailable(uint32_t member, uint64_t stripe) const
{
    const auto state = m_members[member].state;
    return state == MemberState::WORKING ||
           (state == MemberState::REBUILDING && stripe < m_filling->stripe);
}

bool
BlockArray::IsFailure(BlockStatus status)
{
    return status == BlockStatus::MEDIUM_ERROR || status == BlockStatus::NOT_READY;
}

bool
BlockArray::IsRebuilding() const
{
    return bool(m_filling);
}

uint32_t
BlockArray::GetStripeUnit() const
{
    return m_stripeUnit;
}

uint64_t
BlockArray::GetMemberBlocks() const
{
    return m_memberBlocks;
}

void
BlockArray::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    if (!IsReady())
    {
        Simulator::ScheduleNow(&BlockArray::Complete,
                               Ptr<BlockArray>(this),
                               request,
                               BlockStatus::NOT_READY);
        return;
    }
    if (request->operation == BlockOperation::FLUSH)
    {
        m_writes.Await(MakeCallback(&BlockArray::Flush, this, request, m_writes.GetLast()));
        m_writes.Advance();
        return;
    }
    auto operation = Create<Operation>();
    operation->request = request;
    if (request->operation == BlockOperation::WRITE)
    {
        operation->group = m_writes.Begin();
        EnterIntent(*request, operation->group);
    }
    if (request->blocks > 0)
    {
        Start(operation);
    }
    EndMaking(operation);
}

void
BlockArray::EnterIntent(const BlockRequest& request, uint64_t group)
{
    if (m_keepsIntents && GetTolerance() > 0 && request.blocks > 0)
    {
        m_intents.Enter(Locate(request.lba).lba / m_stripeUnit,
                        Locate(request.lba + request.blocks - 1).lba / m_stripeUnit,
                        group);
    }
}

void
BlockArray::EndMaking(Ptr<Operation> operation)
{
    // What ended already may not complete inside Submit.
    if (--operation->pending == 0)
    {
        Simulator::ScheduleNow(&BlockArray::Finish, Ptr<BlockArray>(this), operation);
    }
}

void
BlockArray::AddPart(Ptr<Operation> operation)
{
    ++operation->pending;
}

void
BlockArray::EndPart(Ptr<Operation> operation, BlockStatus status)
{
    if (operation->status == BlockStatus::OK)
    {
        operation->status = status;
    }
    if (--operation->pending == 0)
    {
        Finish(operation);
    }
}

void
BlockArray::Finish(Ptr<Operation> operation)
{
    const auto& request = operation->request;
    if (!operation->contents.empty())
    {
        request->data = Create<Packet>(operation->contents.data(),
                                       static_cast<uint32_t>(operation->contents.size()));
    }
    if (request->operation == BlockOperation::WRITE)
    {
        m_writes.End(operation->group);
    }
    else if (request->operation == BlockOperation::FLUSH && operation->status == BlockStatus::OK)
    {
        m_intents.Remove(operation->group);
    }
    if (operation->stamps)
    {
        request->timeline->CopyStamps(*operation->stamps);
    }
    Complete(request, operation->status);
    m_writes.Advance();
}

void
BlockArray::Flush(Ptr<BlockRequest> request, uint64_t group)
{
    auto operation = Create<Operation>();
    operation->request = request;
    operation->group = group;
    for (uint32_t i = 0; i < m_members.size(); ++i)
    {
        if (m_members[i].state != MemberState::FAILED)
        {
            AddPart(operation);
            Ask(i,
                Create<BlockRequest>(BlockOperation::FLUSH, 0, 0),
                operation,
                MakeCallback(&BlockArray::FlushAnswered, this, operation));
        }
    }
    if (!HasAllData())
    {
        operation->status = BlockStatus::MEDIUM_ERROR;
    }
    EndMaking(operation);
}

void
BlockArray::FlushAnswered(Ptr<Operation> operation, Ptr<BlockRequest> part)
{
    // Those of a member that failed are on the others, if there is redundancy left.
    const auto ofFailed = HasAllData() ? BlockStatus::OK : BlockStatus::MEDIUM_ERROR;
    EndPart(operation, IsFailure(part->status) ? ofFailed : part->status);
}

bool
BlockArray::HasAllData() const
{
    const auto missing =
        std::count_if(m_members.begin(), m_members.end(), [](const Member& member) {
            return member.state != MemberState::WORKING;
        });
    return static_cast<uint32_t>(missing) <= GetTolerance();
}

void
BlockArray::PutContents(Ptr<Operation> operation, uint32_t offset, Ptr<const Packet> data) const
{
    const auto& request = operation->request;
    if (!data || request->operation != BlockOperation::READ)
    {
        return;
    }
    const auto size = BlockStore::GetSize(request->blocks, GetBlockSize());
    if (data->GetSize() == size)
    {
        request->data = data->Copy();
        return;
    }
    operation->contents.resize(size);
    data->CopyData(operation->contents.data() + std::size_t{offset} * GetBlockSize(),
                   data->GetSize());
}

Ptr<Packet>
BlockArray::GetContents(Ptr<const BlockRequest> request, uint32_t offset, uint32_t blocks) const
{
    if (!request->data || blocks == request->blocks)
    {
        return request->data;
    }
    return request->data->CreateFragment(offset * GetBlockSize(), blocks * GetBlockSize());
}

void
BlockArray::Ask(uint32_t member, Ptr<BlockRequest> part, Ptr<Operation> operation, Answer answer)
{
    const auto& device = m_members[member].device;
    if (operation)
    {
        const auto& request = operation->request;
        part->order = request->order;
        // Old contents that a write needs may come from a cache.
        part->forceUnitAccess = request->forceUnitAccess && part->operation == request->operation;
        part->timeline = request->timeline ? Create<IoTimeline>() : nullptr;
    }
    part->completion = MakeCallback(&BlockArray::Answered, this, member, device, operation, answer);
    device->Submit(part);
}

void
BlockArray::Answered(uint32_t member,
                     Ptr<BlockDevice> device,
                     Ptr<Operation> operation,
                     Answer answer,
                     Ptr<BlockRequest> part)
{
    if (operation)
    {
        operation->stamps = part->timeline;
    }
    if (m_power == Power::OFF)
    {
        // Nobody is there to see how it ended, or to go on.
        part->status = BlockStatus::TRANSPORT_ERROR;
    }
    // The device may have been replaced since it was asked.
    if (IsFailure(part->status) && m_members[member].device == device)
    {
        FailMember(member);
    }
    answer(part);
}

} // namespace ns3
