/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-verification.h"

#include "ns3/json-writer.h"
#include "ns3/page-cache-device.h"
#include "ns3/san-failures.h"
#include "ns3/time-text.h"

#include <sstream>

namespace ns3
{

namespace
{

/// Most rows of mismatches.csv: a device that lost everything would fill a disk with them.
constexpr uint32_t MOST_ROWS = 10000;

} // namespace

SanVerification::SanVerification(const std::string& folder)
    : m_folder(folder)
{
}

void
SanVerification::AttachWorkload(Ptr<BlockWorkload> any)
{
    const auto workload = DynamicCast<VerifyingWorkload>(any);
    if (!workload)
    {
        return;
    }
    if (!m_file)
    {
        m_file = std::make_unique<ResultFile>(m_folder + "/mismatches.csv");
        m_file->Write("initiator,drive,lba,kind,expected,found,issued_s,completed_s\n");
    }
    const uint32_t initiator = m_workloads.size();
    m_workloads.push_back(workload);
    workload->TraceConnectWithoutContext("Mismatch",
                                         MakeCallback(&SanVerification::Note, this, initiator));
    if (m_expectsPowerLoss)
    {
        workload->ExpectPowerLoss();
    }
    for (uint32_t i = 0; i < workload->GetNDevices(); ++i)
    {
        if (const auto cached = DynamicCast<PageCacheDevice>(workload->GetDevice(i)))
        {
            cached->GetCache()->TraceConnectWithoutContext(
                "WriteBackFailed",
                MakeCallback(&SanVerification::NoteFailedWriteBack,
                             this,
                             PeekPointer(workload),
                             i));
        }
    }
}

void
SanVerification::NoteFailedWriteBack(VerifyingWorkload* workload,
                                     uint32_t device,
                                     uint64_t devicePage,
                                     uint32_t pages)
{
    const auto blocks = PAGE_BYTES / workload->GetDevice(device)->GetBlockSize();
    workload->Forget(device, devicePage * blocks, pages * blocks);
    m_forgotten += pages * blocks;
}

void
SanVerification::ExpectPowerLoss(const std::vector<Ptr<PoweredDevice>>& drives)
{
    m_expectsPowerLoss = true;
    for (const auto& drive : drives)
    {
        drive->TraceConnectWithoutContext("Power", MakeCallback(&SanVerification::NotePower, this));
    }
}

void
SanVerification::NotePower(bool hasPower)
{
    if (hasPower)
    {
        return;
    }
    for (const auto& workload : m_workloads)
    {
        workload->LosePower();
    }
}

std::string
SanVerification::GetError() const
{
    const auto mismatches = Sum(&VerifyingWorkload::GetMismatches);
    if (mismatches == 0)
    {
        return "";
    }
    return std::to_string(mismatches) +
           " blocks differ from what was written, the first: " + m_first;
}

std::string
SanVerification::GetRunError(const SanFailures& failures) const
{
    const auto mismatch = GetError();
    return !mismatch.empty()              ? mismatch
           : !failures.GetError().empty() ? failures.GetError()
                                          : GetOmission(failures);
}

std::string
SanVerification::GetOmission(const SanFailures& failures) const
{
    for (std::size_t i = 0; i < m_workloads.size(); ++i)
    {
        if (m_workloads[i]->GetCheckedBlocks() == 0)
        {
            const auto first = failures.GetFirst(i);
            return "initiator " + std::to_string(i) + ": no block was checked" +
                   (first.empty() ? "" : ", the first request that failed: " + first);
        }
    }
    return "";
}

uint64_t
SanVerification::GetCheckedBlocks() const
{
    return Sum(&VerifyingWorkload::GetCheckedBlocks);
}

uint64_t
SanVerification::GetUnreadBlocks() const
{
    return Sum(&VerifyingWorkload::GetUnreadBlocks);
}

void
SanVerification::WriteFiles()
{
    if (m_file)
    {
        m_file->Commit();
    }
}

void
SanVerification::WriteSummary(JsonWriter& json, const IoSummary& /* requests */) const
{
    if (m_workloads.empty())
    {
        return;
    }
    json.BeginLine().Key("verification").BeginObject();
    json.Key("checked_blocks").Integer(GetCheckedBlocks());
    json.Key("mismatches").Integer(Sum(&VerifyingWorkload::GetMismatches));
    for (std::size_t kind = 0; kind < BlockMismatch::KINDS; ++kind)
    {
        uint64_t count = 0;
        for (const auto& workload : m_workloads)
        {
            count += workload->GetMismatchCounts()[kind];
        }
        std::ostringstream name;
        name << static_cast<BlockMismatch::Kind>(kind);
        json.Key(name.str()).Integer(count);
    }
    json.Key("failed_reads").Integer(Sum(&VerifyingWorkload::GetFailedReads));
    json.Key("failed_writes").Integer(Sum(&VerifyingWorkload::GetFailedWrites));
    json.Key("failed_flushes").Integer(Sum(&VerifyingWorkload::GetFailedFlushes));
    json.Key("unread_blocks").Integer(GetUnreadBlocks());
    json.Key("forgotten_blocks").Integer(m_forgotten);
    json.EndObject();
}

void
SanVerification::Note(uint32_t initiator, const BlockMismatch& mismatch, uint32_t drive)
{
    if (m_first.empty())
    {
        m_first = "initiator " + std::to_string(initiator) + ", drive " + std::to_string(drive) +
                  ", " + mismatch.GetText();
    }
    if (m_rows++ >= MOST_ROWS)
    {
        return;
    }
    std::ostringstream where;
    where << initiator << ',' << drive << ',' << mismatch.lba << ',' << mismatch.kind;
    auto row = where.str() + ",\"" + mismatch.expected + "\",\"" + mismatch.found + "\",";
    AppendSeconds(mismatch.issued, row);
    row += ',';
    AppendSeconds(mismatch.completed, row);
    m_file->Write(row + '\n');
}

uint64_t
SanVerification::Sum(uint64_t (VerifyingWorkload::*get)() const) const
{
    uint64_t sum = 0;
    for (const auto& workload : m_workloads)
    {
        sum += ((*workload).*get)();
    }
    return sum;
}

} // namespace ns3
