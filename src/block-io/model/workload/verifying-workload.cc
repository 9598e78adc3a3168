/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "verifying-workload.h"

#include "ns3/assert.h"
#include "ns3/block-stamp.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("VerifyingWorkload");

NS_OBJECT_ENSURE_REGISTERED(VerifyingWorkload);

TypeId
VerifyingWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::VerifyingWorkload")
            .SetParent<SyntheticWorkload>()
            .SetGroupName("BlockIo")
            .AddConstructor<VerifyingWorkload>()
            .AddAttribute("Fill",
                          "First write every block of the range",
                          BooleanValue(true),
                          MakeBooleanAccessor(&VerifyingWorkload::m_fill),
                          MakeBooleanChecker())
            .AddAttribute("LastRead",
                          "At the end read every block of the range from the medium",
                          BooleanValue(true),
                          MakeBooleanAccessor(&VerifyingWorkload::m_lastRead),
                          MakeBooleanChecker())
            .AddAttribute("PassSize",
                          "Bytes of each request of the first and the last phase, whole blocks",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&VerifyingWorkload::m_passSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("WorkCount",
                          "Requests of the phase between; 0 for no limit",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VerifyingWorkload::m_workCount),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("WorkTime",
                          "Time of the phase between, 0 or more; 0 for no limit",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&VerifyingWorkload::m_workTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FlushInterval",
                          "Requests of the phase between after which each device gets a FLUSH; 0 "
                          "for never",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VerifyingWorkload::m_flushInterval),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FuaInterval",
                          "Writes of the phase between of which the last is written to the medium "
                          "at once (FUA); 0 for none",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VerifyingWorkload::m_fuaInterval),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("StopAtMismatch",
                          "Issue no more requests after the first block that differs",
                          BooleanValue(false),
                          MakeBooleanAccessor(&VerifyingWorkload::m_stopAtMismatch),
                          MakeBooleanChecker())
            .AddAttribute("Part",
                          "Number of the part of the range that it uses, below Parts",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VerifyingWorkload::m_part),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Parts",
                          "Number of equal parts of the range, at least 1: one for each workload "
                          "that writes to the devices",
                          UintegerValue(1),
                          MakeUintegerAccessor(&VerifyingWorkload::m_parts),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Writer",
                          "Number of this workload in the contents that it writes: another one for "
                          "each that writes to the devices",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VerifyingWorkload::m_writerNumber),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Run",
                          "Number of the run in the contents that it writes: another one for each "
                          "run on devices that keep contents between runs",
                          UintegerValue(0),
                          MakeUintegerAccessor(&VerifyingWorkload::m_run),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Mismatch",
                            "A read brought a block that cannot have been there; gives the index "
                            "of its device",
                            MakeTraceSourceAccessor(&VerifyingWorkload::m_mismatchTrace),
                            "ns3::VerifyingWorkload::MismatchTracedCallback");
    return tid;
}

void
VerifyingWorkload::ExpectPowerLoss()
{
    m_expectsPowerLoss = true;
}

void
VerifyingWorkload::LosePower()
{
    for (const auto& verifier : m_verifiers)
    {
        verifier->LosePower();
    }
}

void
VerifyingWorkload::Forget(uint32_t device, uint64_t lba, uint32_t blocks)
{
    m_verifiers.at(device)->Forget(lba, blocks);
}

VerifyingWorkload::Phase
VerifyingWorkload::GetPhase() const
{
    return m_phase;
}

uint64_t
VerifyingWorkload::GetCheckedBlocks() const
{
    uint64_t checked = 0;
    for (const auto& verifier : m_verifiers)
    {
        checked += verifier->GetChecked();
    }
    return checked;
}

const VerifyingWorkload::Counts&
VerifyingWorkload::GetMismatchCounts() const
{
    return m_mismatches;
}

uint64_t
VerifyingWorkload::GetMismatches() const
{
    return std::accumulate(m_mismatches.begin(), m_mismatches.end(), uint64_t{0});
}

const std::optional<BlockMismatch>&
VerifyingWorkload::GetFirstMismatch() const
{
    return m_first;
}

uint64_t
VerifyingWorkload::GetFailedReads() const
{
    return m_failedReads;
}

uint64_t
VerifyingWorkload::GetFailedWrites() const
{
    return m_failedWrites;
}

uint64_t
VerifyingWorkload::GetFailedFlushes() const
{
    return m_failedFlushes;
}

uint64_t
VerifyingWorkload::GetUnreadBlocks() const
{
    return m_unread;
}

void
VerifyingWorkload::DoDispose()
{
    m_workEnd.Cancel();
    SyntheticWorkload::DoDispose();
}

bool
VerifyingWorkload::HasNext() const
{
    switch (m_phase)
    {
    case Phase::NOT_BEGUN:
        return true;
    case Phase::WORK:
        return !m_isWorkOver && (m_workCount == 0 || m_workIssued < m_workCount);
    case Phase::OVER:
        return false;
    default:
        return m_passLeft > 0;
    }
}

BlockWorkload::NextRequest
VerifyingWorkload::MakeNext()
{
    if (m_phase == Phase::NOT_BEGUN)
    {
        MakeVerifiers();
        Advance();
    }
    if (m_phase == Phase::WORK)
    {
        return MakeNextOfWork();
    }
    return MakeNextOfPass(m_phase == Phase::FILL ? BlockOperation::WRITE : BlockOperation::READ);
}

BlockWorkload::NextRequest
VerifyingWorkload::MakeNextOfWork()
{
    if (m_flushInterval > 0 && m_sinceFlush >= m_flushInterval)
    {
        NextRequest flush;
        flush.operation = BlockOperation::FLUSH;
        flush.device = m_sinceFlush - m_flushInterval;
        m_sinceFlush = flush.device + 1 == GetNDevices() ? 0 : m_sinceFlush + 1;
        return flush;
    }
    ++m_workIssued;
    ++m_sinceFlush;
    return SyntheticWorkload::MakeNext();
}

void
VerifyingWorkload::PrepareRequest(BlockRequest& request, uint32_t device)
{
    request.forceUnitAccess = m_phase == Phase::LAST_READ || IsForced(request);
    m_pending.push_back({request.number, device, m_verifiers[device]->Begin(request)});
}

bool
VerifyingWorkload::IsForced(const BlockRequest& request)
{
    if (m_fuaInterval == 0 || m_phase != Phase::WORK ||
        request.operation != BlockOperation::WRITE || ++m_sinceFua < m_fuaInterval)
    {
        return false;
    }
    m_sinceFua = 0;
    return true;
}

void
VerifyingWorkload::NoteCompletion(const BlockRequest& request)
{
    const auto pending = RemovePending(request);
    if (request.status != BlockStatus::OK)
    {
        CountFailure(request);
    }
    else if (request.operation == BlockOperation::READ && !request.data)
    {
        Reject("device " + std::to_string(pending.device) +
               " keeps no contents to verify; its StoreData must be true");
    }
    else if (m_phase == Phase::LAST_READ)
    {
        m_unread -= request.blocks;
    }
    m_verifiers[pending.device]->End(pending.operation, request);
    if (m_pending.empty() && !HasNext())
    {
        Advance();
    }
}

void
VerifyingWorkload::CheckAttributes()
{
    SyntheticWorkload::CheckAttributes();
    if (!IsClosedLoop())
    {
        Reject("Arrivals must be Closed");
    }
    if (m_part >= m_parts)
    {
        Reject("Part=" + std::to_string(m_part) + " is not below Parts=" + std::to_string(m_parts));
    }
}

void
VerifyingWorkload::CheckDevice(uint32_t index)
{
    SyntheticWorkload::CheckDevice(index);
    const auto blockSize = GetDevice(index)->GetBlockSize();
    const auto where = " of device " + std::to_string(index) + ", " + std::to_string(blockSize);
    if (blockSize < BlockStamp::CELL_BYTES)
    {
        Reject("the block size" + where + " bytes, is less than " +
               std::to_string(BlockStamp::CELL_BYTES));
    }
    if (m_passSize % blockSize != 0)
    {
        Reject("PassSize=" + std::to_string(m_passSize) + " is not a multiple of the block size" +
               where + " bytes");
    }
    BooleanValue storesData(true);
    GetDevice(index)->GetAttributeFailSafe("StoreData", storesData);
    if (!storesData.Get())
    {
        Reject("device " + std::to_string(index) +
               " keeps no contents to verify; its StoreData must be true");
    }
}

uint64_t
VerifyingWorkload::GetRangeBegin(uint32_t index) const
{
    return SyntheticWorkload::GetRangeBegin(index) + m_part * GetRangeLength(index);
}

uint64_t
VerifyingWorkload::GetRangeLength(uint32_t index) const
{
    const auto length = SyntheticWorkload::GetRangeLength(index);
    const auto alignment = GetAlignmentBlocks(index);
    // One workload has all; the parts of several begin where aligned requests do.
    return m_parts == 1 ? length : length / m_parts / alignment * alignment;
}

void
VerifyingWorkload::MakeVerifiers()
{
    for (uint32_t i = 0; i < GetNDevices(); ++i)
    {
        const auto report = [this, i](const BlockMismatch& mismatch) { NoteMismatch(mismatch, i); };
        m_verifiers.push_back(
            std::make_unique<BlockVerifier>(GetDevice(i)->GetBlockSize(),
                                            BlockVerifier::Writer{m_writerNumber, m_run},
                                            report));
        if (m_expectsPowerLoss)
        {
            m_verifiers.back()->ExpectPowerLoss();
        }
    }
}

void
VerifyingWorkload::Advance()
{
    while (!HasNext() || m_phase == Phase::NOT_BEGUN)
    {
        if (m_phase == Phase::OVER)
        {
            return;
        }
        BeginPhase(static_cast<Phase>(static_cast<uint8_t>(m_phase) + 1));
    }
}

void
VerifyingWorkload::BeginPhase(Phase phase)
{
    NS_LOG_INFO("phase " << +static_cast<uint8_t>(phase) << " begins: " << GetIssued()
                         << " requests issued, " << GetMismatches() << " blocks differ");
    m_phase = phase;
    m_workEnd.Remove();
    if ((phase == Phase::FILL && m_fill) || (phase == Phase::LAST_READ && m_lastRead))
    {
        BeginPass();
        m_unread = phase == Phase::LAST_READ ? m_passLeft : 0;
    }
    else if (phase == Phase::WORK && m_workTime.IsStrictlyPositive())
    {
        m_workEnd = Simulator::Schedule(m_workTime, &VerifyingWorkload::EndWork, this);
    }
}

void
VerifyingWorkload::BeginPass()
{
    m_passed.assign(GetNDevices(), 0);
    m_passDevice = GetNDevices() - 1;
    for (uint32_t i = 0; i < GetNDevices(); ++i)
    {
        m_passLeft += GetRangeLength(i);
    }
}

BlockWorkload::NextRequest
VerifyingWorkload::MakeNextOfPass(BlockOperation operation)
{
    do
    {
        m_passDevice = (m_passDevice + 1) % GetNDevices();
    } while (m_passed[m_passDevice] == GetRangeLength(m_passDevice));
    auto& passed = m_passed[m_passDevice];
    const uint64_t most = m_passSize / GetDevice(m_passDevice)->GetBlockSize();
    NextRequest next;
    next.operation = operation;
    next.device = m_passDevice;
    next.lba = GetRangeBegin(m_passDevice) + passed;
    next.blocks = static_cast<uint32_t>(std::min(most, GetRangeLength(m_passDevice) - passed));
    passed += next.blocks;
    m_passLeft -= next.blocks;
    return next;
}

void
VerifyingWorkload::EndWork()
{
    NS_LOG_INFO("WorkTime is over: " << m_workIssued << " requests, " << m_pending.size()
                                     << " outstanding");
    m_isWorkOver = true;
    if (m_pending.empty())
    {
        Advance();
        Resume();
    }
}

VerifyingWorkload::Pending
VerifyingWorkload::RemovePending(const BlockRequest& request)
{
    const auto it =
        std::lower_bound(m_pending.begin(),
                         m_pending.end(),
                         request.number,
                         [](const Pending& one, uint64_t number) { return one.number < number; });
    NS_ASSERT_MSG(it != m_pending.end() && it->number == request.number, "it is not under way");
    const auto taken = *it;
    m_pending.erase(it);
    return taken;
}

void
VerifyingWorkload::CountFailure(const BlockRequest& request)
{
    NS_LOG_INFO("failed: " << request.operation << " LBA " << request.lba << ", " << request.blocks
                           << " blocks, " << request.status);
    ++(request.operation == BlockOperation::READ    ? m_failedReads
       : request.operation == BlockOperation::WRITE ? m_failedWrites
                                                    : m_failedFlushes);
}

void
VerifyingWorkload::NoteMismatch(const BlockMismatch& mismatch, uint32_t device)
{
    ++m_mismatches[static_cast<std::size_t>(mismatch.kind)];
    if (!m_first)
    {
        m_first = mismatch;
    }
    m_mismatchTrace(mismatch, device);
    if (m_stopAtMismatch)
    {
        BeginPhase(Phase::OVER);
    }
}

} // namespace ns3
