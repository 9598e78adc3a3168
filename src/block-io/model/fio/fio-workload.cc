/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fio-workload.h"

#include "fio-range-size.h"

#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/weighted-request-size.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FioWorkload");

NS_OBJECT_ENSURE_REGISTERED(FioWorkload);

namespace
{

/**
 * @param direction reads or writes of a job
 * @return the sizes of requests
 */
Ptr<RequestSize>
MakeSize(const FioJob::Direction& direction)
{
    if (direction.range.least > 0)
    {
        const auto size = CreateObject<FioRangeSize>();
        size->SetRange(direction.range);
        return size;
    }
    std::ostringstream list;
    list.precision(17);
    for (const auto& share : direction.sizes)
    {
        list << (list.tellp() == 0 ? "" : ",") << share.size << ":" << share.percent;
    }
    return CreateObjectWithAttributes<ListRequestSize>("Sizes", StringValue(list.str()));
}

} // namespace

TypeId
FioWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FioWorkload")
                            .SetParent<BlockWorkload>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<FioWorkload>();
    return tid;
}

void
FioWorkload::DoDispose()
{
    m_wake.Cancel();
    m_timeUp.Cancel();
    m_sizes = {};
    m_waitsFor.clear();
    m_partOf.clear();
    BlockWorkload::DoDispose();
}

void
FioWorkload::SetJob(const FioJob& job)
{
    m_job = job;
    SetAttribute("QueueDepth", UintegerValue(job.depth));
    SetAttribute("StartDelay", TimeValue(job.startDelay));
    SetAttribute("RampTime", TimeValue(job.rampTime));
    m_addresses = std::make_unique<FioAddresses>(m_job);
    m_pace = std::make_unique<FioPace>(m_job);
    for (std::size_t d = 0; d < m_sizes.size(); ++d)
    {
        m_sizes[d] = MakeSize(job.directions[d]);
    }
}

const FioJob&
FioWorkload::GetJob() const
{
    return m_job;
}

void
FioWorkload::WaitFor(Ptr<FioBarrier> barrier)
{
    m_waitsFor.push_back(barrier);
}

void
FioWorkload::TakePartIn(Ptr<FioBarrier> barrier)
{
    barrier->Enter();
    m_partOf.push_back(barrier);
}

void
FioWorkload::EndTime()
{
    m_isTimeUp = true;
    m_isThinking = false;
    m_resume = Time(0);
    Wake();
}

int64_t
FioWorkload::AssignStreams(int64_t stream)
{
    auto next = stream + m_pace->AssignStreams(stream);
    for (const auto& size : m_sizes)
    {
        next += size->AssignStreams(next);
    }
    next += m_addresses->AssignStreams(next);
    return next - stream;
}

bool
FioWorkload::IsClosedLoop() const
{
    return true;
}

bool
FioWorkload::HasNext() const
{
    return m_action != Action::NONE;
}

bool
FioWorkload::IsWaiting() const
{
    return m_isBegun && !m_isDone;
}

Time
FioWorkload::GetNextTime()
{
    return m_pace->GetDue();
}

uint64_t
FioWorkload::GetInFlight() const
{
    return GetIssued() - GetCompleted();
}

void
FioWorkload::CallWhenAdmitted(Callback<void> callback)
{
    if (m_waitsFor.empty())
    {
        callback();
        return;
    }
    const auto barrier = m_waitsFor.back();
    m_waitsFor.pop_back();
    barrier->CallWhenOver(MakeCallback(&FioWorkload::CallWhenAdmitted, this).Bind(callback));
}

void
FioWorkload::NoteBegin()
{
    m_isBegun = true;
    m_addresses->Rewind();
    if (m_job.runTime.IsStrictlyPositive())
    {
        m_timeUp = Simulator::Schedule(m_job.rampTime + m_job.runTime, &FioWorkload::EndTime, this);
    }
    Advance();
}

void
FioWorkload::NoteFinish()
{
    // An event that is only cancelled still makes the simulation last until its time.
    m_wake.Remove();
    m_timeUp.Remove();
    for (const auto& barrier : m_partOf)
    {
        barrier->Leave();
    }
}

void
FioWorkload::Advance()
{
    m_action = !m_isDone && MayIssue() ? ChooseAction() : Action::NONE;
}

bool
FioWorkload::MayIssue()
{
    const auto inFlight = GetInFlight();
    if (m_isDraining && inFlight > 0)
    {
        return false;
    }
    m_isDraining = false;
    m_isReadingBack = m_isReadingBack && inFlight > 0;
    if (m_isThinking)
    {
        m_isThinking = false;
        m_thinkCount = 0;
        m_resume = GetElapsed() + m_job.think.time;
        m_lastThink = m_resume;
    }
    if (GetElapsed() < m_resume)
    {
        WaitUntil(m_resume);
        return false;
    }
    const uint64_t low = m_job.lowDepth > 0 ? m_job.lowDepth : m_job.depth;
    const uint64_t batch = std::clamp<uint64_t>(m_job.batchComplete, 1, m_job.depth);
    m_isFilled = m_isFilled && inFlight > std::min(low, m_job.depth - batch);
    return !m_isFilled;
}

FioWorkload::Action
FioWorkload::ChooseAction()
{
    if (m_written.IsReading())
    {
        return Action::VERIFY;
    }
    if (!HasWork())
    {
        m_isDraining = GetInFlight() > 0;
        return m_isDraining ? Action::NONE : EndPass();
    }
    if (m_isSyncDue)
    {
        return Action::SYNC;
    }
    if (m_pace->GetDue() <= GetElapsed())
    {
        return Action::WORK;
    }
    // fio sleeps until a request is due, and lets what is outstanding complete before.
    m_isDraining = !m_job.isOffload && GetInFlight() > 0;
    if (!m_isDraining)
    {
        WaitUntil(m_pace->GetDue());
    }
    return Action::NONE;
}

FioWorkload::Action
FioWorkload::EndPass()
{
    m_isSyncDue = false;
    if (m_written.GetN() > 0 && !m_isTimeUp)
    {
        m_written.Begin(m_written.GetN());
        return Action::VERIFY;
    }
    const bool isEnough = m_isTimeUp || (m_job.requests > 0 && m_made >= m_job.requests);
    if (!isEnough && ++m_pass < m_job.loops)
    {
        NS_LOG_INFO("job " << m_job.name << ": pass " << m_pass);
        m_bytes = 0;
        m_addresses->Rewind();
        return ChooseAction();
    }
    if (m_job.sync.atEnd && m_writes > 0 && m_endSyncs < GetNDevices())
    {
        m_syncDevice = m_endSyncs++;
        return Action::SYNC;
    }
    m_isDone = true;
    return Action::NONE;
}

bool
FioWorkload::HasWork() const
{
    return !m_isTimeUp && (m_job.requests == 0 || m_made < m_job.requests) && m_bytes < m_limit &&
           !m_addresses->IsOver();
}

void
FioWorkload::WaitUntil(Time time)
{
    m_wake.Remove();
    m_wake = Simulator::Schedule(time - GetElapsed(), &FioWorkload::Wake, this);
}

void
FioWorkload::Wake()
{
    m_wake.Remove();
    Advance();
    Resume();
}

void
FioWorkload::CountForThinkTime()
{
    const auto& think = m_job.think;
    if (think.time.IsZero() || m_isTimeUp)
    {
        return;
    }
    ++m_thinkCount;
    if ((think.blocks > 0 && m_thinkCount >= think.blocks) ||
        (think.ioTime.IsStrictlyPositive() && GetElapsed() - m_lastThink >= think.ioTime))
    {
        m_isDraining = true;
        m_isThinking = true;
    }
}

BlockWorkload::NextRequest
FioWorkload::MakeNext()
{
    NextRequest next;
    if (m_action == Action::WORK)
    {
        return MakeWork();
    }
    if (m_action == Action::SYNC)
    {
        next.operation = BlockOperation::FLUSH;
        next.device = m_syncDevice;
        return next;
    }
    const auto piece = m_written.Take();
    next.device = piece.device;
    next.lba = piece.lba;
    next.blocks = piece.blocks;
    return next;
}

BlockWorkload::NextRequest
FioWorkload::MakeWork()
{
    const auto d = m_pace->Choose(GetElapsed());
    const auto number = static_cast<uint32_t>(m_made++ % m_files.size());
    const auto bytes = m_sizes[d]->GetNext();
    NextRequest next;
    next.operation = d == FioJob::READ ? BlockOperation::READ : BlockOperation::WRITE;
    next.device = m_files[number].device;
    const auto blockSize = GetDevice(next.device)->GetBlockSize();
    next.blocks = bytes / blockSize;
    next.lba = m_addresses->GetNext(d, number, bytes) / blockSize;
    m_bytes += bytes;
    if (m_addresses->IsOver() && (m_job.isTimeBased || m_job.ioSize.value > 0))
    {
        m_addresses->Rewind();
    }
    m_pace->Note(d, bytes);
    return next;
}

void
FioWorkload::PrepareRequest(BlockRequest& request, uint32_t device)
{
    const bool isWrite = request.operation == BlockOperation::WRITE;
    request.forceUnitAccess = (isWrite && m_job.sync.forceWrites) ||
                              (request.operation == BlockOperation::READ && m_job.sync.forceReads);
    if (m_action == Action::SYNC)
    {
        m_isSyncDue = false;
        m_isDraining = true;
    }
    if (m_action == Action::VERIFY)
    {
        m_isReadingBack = true;
        m_isDraining = !m_written.IsReading();
    }
    if (isWrite)
    {
        NoteWrite(device, request);
    }
    if (m_action == Action::WORK && m_job.think.isIssue)
    {
        CountForThinkTime();
    }
    m_isFilled = m_isFilled || GetInFlight() >= m_job.depth;
    Advance();
}

void
FioWorkload::NoteWrite(uint32_t device, const BlockRequest& request)
{
    ++m_writes;
    const auto isDue = [this](uint64_t every) { return every > 0 && m_writes % every == 0; };
    if (isDue(m_job.sync.writes) || isDue(m_job.sync.dataWrites))
    {
        m_isSyncDue = true;
        m_syncDevice = device;
    }
    if (m_job.verify.isOn)
    {
        m_written.Add({device, request.lba, request.blocks});
        m_written.Begin(m_written.GetDue(m_job.verify));
        m_isDraining = m_isDraining || m_written.IsReading();
    }
}

void
FioWorkload::NoteCompletion(const BlockRequest& request)
{
    // Reading back begins and ends with nothing else outstanding.
    const bool isWork = request.operation != BlockOperation::FLUSH && !m_isReadingBack;
    if (isWork && !m_job.think.isIssue)
    {
        CountForThinkTime();
    }
    Advance();
}

void
FioWorkload::CheckAttributes()
{
    if (!m_addresses)
    {
        Reject("it has no job");
    }
    for (const auto& size : m_sizes)
    {
        size->GetSizes();
    }
    m_layout = std::make_unique<FioFiles>(m_job, GetNDevices());
    m_files.resize(m_layout->GetN());
}

void
FioWorkload::CheckDevice(uint32_t index)
{
    const auto blockSize = GetDevice(index)->GetBlockSize();
    const auto capacity = GetDevice(index)->GetBlockCount() * blockSize;
    for (uint32_t i = index; i < m_files.size(); i += GetNDevices())
    {
        m_files[i] = m_layout->Find(i, capacity, blockSize);
        for (std::size_t d = 0; d < m_sizes.size(); ++d)
        {
            m_layout->Check(m_files[i], blockSize, d, m_sizes[d]->GetSizes());
        }
        m_addresses->SetFile(i, m_files[i]);
    }
    m_limit = 0;
    for (const auto& file : m_files)
    {
        m_limit += file.length;
    }
    if (m_job.ioSize.value > 0)
    {
        m_limit = GetFioBytes(m_job.ioSize, m_limit);
    }
    if (m_job.isTimeBased)
    {
        m_limit = std::numeric_limits<uint64_t>::max();
    }
}

} // namespace ns3
