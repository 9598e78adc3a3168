/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-test-bench.h"

#include <algorithm>

using namespace ns3;

uint64_t
CountOf(const std::array<uint64_t, 10>& counts, FcIu iu)
{
    return counts.at(static_cast<std::size_t>(iu));
}

FcpBytes
MakeFcpPattern(std::size_t size, uint32_t seed)
{
    FcpBytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes[i] = static_cast<uint8_t>((i * 37 + i / 241 + seed * 19) % 251);
    }
    return bytes;
}

void
FcpTestClient::DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto entry = StaticCast<FcpTestTask>(task);
    gapSeen |= offset != entry->in.size();
    FcpBytes bytes(data->GetSize());
    data->CopyData(bytes.data(), bytes.size());
    entry->in.insert(entry->in.end(), bytes.begin(), bytes.end());
}

void
FcpTestClient::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    auto entry = StaticCast<FcpTestTask>(task);
    entry->wanted.emplace_back(offset, length);
    port->SendDataOut(task, offset, Create<Packet>(entry->out.data() + offset, length));
}

void
FcpTestClient::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    auto entry = StaticCast<FcpTestTask>(task);
    ++entry->completions;
    entry->ended = Simulator::Now();
}

void
FcpTestDevice::CommandReceived(Ptr<ScsiTask> task)
{
    commands.push_back(task);
    m_open.push_back(task);
    most = std::max(most, ++running);
    if (mute > 0)
    {
        --mute;
    }
    else if (delay.IsZero())
    {
        Serve(task);
    }
    else
    {
        Simulator::Schedule(delay, &FcpTestDevice::Serve, Ptr<FcpTestDevice>(this), task);
    }
}

bool
FcpTestDevice::IsLost(Ptr<ScsiTask> task) const
{
    return std::find(lost.begin(), lost.end(), task) != lost.end();
}

void
FcpTestDevice::Serve(Ptr<ScsiTask> task)
{
    if (IsLost(task))
    {
        return;
    }
    const bool good = status == ScsiStatus::GOOD;
    if (task->dataOutLength > 0 && good)
    {
        task->port->ReceiveDataOut(task, 0, task->dataOutLength);
        return;
    }
    const auto where = task->cdb[4] << 8 | task->cdb[5] | task->cdb[3] << 16;
    const auto length = static_cast<uint32_t>(task->dataInLength - std::max<int64_t>(residual, 0));
    if (task->dataInLength > 0 && good)
    {
        task->port->SendDataIn(task, 0, Create<Packet>(contents.data() + where, length));
    }
    task->status = status;
    task->sense = sense;
    task->residual = residual;
    Answer(task);
}

void
FcpTestDevice::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    const auto where = (task->cdb[4] << 8 | task->cdb[5] | task->cdb[3] << 16) + offset;
    data->CopyData(contents.data() + where, data->GetSize());
    writtenBytes += data->GetSize();
    if (offset + data->GetSize() == task->dataOutLength)
    {
        Answer(task);
    }
}

void
FcpTestDevice::Answer(Ptr<ScsiTask> task)
{
    --running;
    std::erase(m_open, task);
    task->port->SendCommandComplete(task);
}

ScsiTaskManagementResponse
FcpTestDevice::ManageTasks(const ScsiTaskManagementRequest& request)
{
    using enum ScsiTaskManagementFunction;
    functions.push_back(request);
    if (request.function == CLEAR_ACA)
    {
        return ScsiTaskManagementResponse::FUNCTION_NOT_SUPPORTED;
    }
    const auto open = m_open;
    for (const auto& task : open)
    {
        const bool own = *task->initiatorPort == *request.initiatorPort;
        if ((request.function != TARGET_WARM_RESET && task->lun != request.lun) ||
            (request.function == ABORT_TASK_SET && !own))
        {
            continue;
        }
        TaskLost(task);
        if (own || !tellsAborted)
        {
            task->port->TaskAborted(task);
            continue;
        }
        task->status = ScsiStatus::TASK_ABORTED;
        task->port->SendCommandComplete(task);
    }
    return ScsiTaskManagementResponse::FUNCTION_COMPLETE;
}

void
FcpTestDevice::NexusLost(const std::string& initiatorPort)
{
    lostNexuses.push_back(initiatorPort);
}

void
FcpTestDevice::TaskLost(Ptr<ScsiTask> task)
{
    lost.push_back(task);
    std::erase(m_open, task);
    --running;
}

FcpBench::FcpBench(uint32_t count, const Setup& setup)
{
    helper.SetLoopAttribute("AlTime", TimeValue(Time(0)));
    if (setup)
    {
        setup(helper);
    }
    loop = helper.CreateLoop();
    for (uint32_t i = 0; i < count; ++i)
    {
        devices.push_back(CreateObject<FcpTestDevice>());
        devices.back()->contents = MakeFcpPattern(1 << 17, i);
        targets.push_back(helper.InstallTarget(loop, devices.back()));
    }
    initiators = helper.InstallInitiator(loop);
    for (const auto& initiator : initiators)
    {
        clients.push_back(std::make_unique<FcpTestClient>());
        clients.back()->port = initiator;
    }
}

FcpBench::~FcpBench()
{
    Simulator::Destroy();
    loop->Dispose();
}

void
FcpBench::LogIn() const
{
    while (!std::all_of(initiators.begin(), initiators.end(), [](const auto& initiator) {
        return initiator->IsReady();
    }))
    {
        RunFor(MicroSeconds(100));
    }
}

Ptr<FcpTestTask>
FcpBench::Send(uint32_t device, uint32_t where, uint32_t length, const FcpBytes& out)
{
    auto task = Create<FcpTestTask>();
    task->client = clients[device].get();
    task->cdb[0] = out.empty() ? 0x28 : 0x2a;
    for (int i = 0; i < 4; ++i)
    {
        task->cdb[2 + i] = static_cast<uint8_t>(where >> (24 - 8 * i));
    }
    task->dataInLength = length;
    task->out = out;
    task->dataOutLength = static_cast<uint32_t>(out.size());
    initiators[device]->SendScsiCommand(task);
    return task;
}

void
FcpBench::RunFor(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}

Time
FcpBench::Words(uint64_t words) const
{
    return loop->GetLineRate().GetTime(words);
}

Ptr<FcpNode>
FcpBench::GetNode() const
{
    return initiators.front()->GetNode();
}

Ptr<FcalPort>
FcpBench::GetTargetPort(uint32_t device) const
{
    return targets[device]->GetObject<FcalPort>();
}
