/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-drive.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/scsi-lun.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewayDrive");

NS_OBJECT_ENSURE_REGISTERED(GatewayDrive);

TypeId
GatewayDrive::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GatewayDrive")
            .SetParent<ScsiInitiatorPort>()
            .SetGroupName("StorageGateway")
            .AddConstructor<GatewayDrive>()
            .AddAttribute("QueueDepth",
                          "Maximum number of commands outstanding at the drive, 1 or more; others "
                          "wait",
                          UintegerValue(32),
                          MakeUintegerAccessor(&GatewayDrive::m_depth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("QueueLength",
                            "Commands that wait for the drive",
                            MakeTraceSourceAccessor(&GatewayDrive::m_length),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Outstanding",
                            "Commands at the drive or in the queue of the back end",
                            MakeTraceSourceAccessor(&GatewayDrive::m_outstanding),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Dispatched",
                            "A command is sent to the drive; gives the command as the drive sees "
                            "it",
                            MakeTraceSourceAccessor(&GatewayDrive::m_dispatchedTrace),
                            "ns3::GatewayDrive::TaskTracedCallback");
    return tid;
}

void
GatewayDrive::DoDispose()
{
    m_queue.clear();
    m_commands.clear();
    m_port = nullptr;
    m_backEnd = nullptr;
    ScsiInitiatorPort::DoDispose();
}

void
GatewayDrive::SetPort(Ptr<ScsiInitiatorPort> port, uint16_t lun, Ptr<GatewayBackEnd> backEnd)
{
    m_port = port;
    m_lun = EncodeScsiLun(lun);
    m_backEnd = backEnd;
    m_port->CallWhenReady(MakeCallback(&GatewayDrive::PortReturned, this));
}

Ptr<ScsiInitiatorPort>
GatewayDrive::GetPort() const
{
    return m_port;
}

std::shared_ptr<GatewayCopyIdentifiers>
GatewayDrive::GetCopyIdentifiers() const
{
    return m_copies;
}

bool
GatewayDrive::IsReady() const
{
    return m_port && m_port->IsReady();
}

void
GatewayDrive::SendScsiCommand(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    const bool isNew =
        m_commands.emplace(PeekPointer(task), Command{task->client, task->timeline}).second;
    NS_ASSERT_MSG(isNew, "a task was sent twice");
    task->client = this;
    if (task->attribute == ScsiTaskAttribute::HEAD_OF_QUEUE)
    {
        m_queue.push_front(task);
    }
    else
    {
        m_queue.push_back(task);
    }
    ++m_length;
    if (m_outstanding >= m_depth)
    {
        NS_LOG_INFO("queue of the drive full: LUN " << DecodeScsiLun(m_lun).value_or(0) << ", "
                                                    << m_outstanding << " commands outstanding, "
                                                    << m_length << " wait");
    }
    Pump();
}

void
GatewayDrive::Pump()
{
    while (!m_queue.empty() && m_outstanding < m_depth)
    {
        if (!m_port->IsReady())
        {
            if (!m_portAwaited)
            {
                NS_LOG_INFO("drive awaited: its port is not ready, " << m_length
                                                                     << " commands wait");
                m_portAwaited = true;
                m_port->CallWhenReady(MakeCallback(&GatewayDrive::PortReturned, this));
            }
            return;
        }
        const auto task = m_queue.front();
        m_queue.pop_front();
        --m_length;
        ++m_outstanding;
        m_commands.at(PeekPointer(task)).stage = Stage::AT_LOOP;
        m_backEnd->Enter(*this, this, task);
    }
}

void
GatewayDrive::PortReturned()
{
    NS_LOG_INFO("drive ready: " << m_length << " commands wait");
    m_portAwaited = false;
    NotifyReady();
    Pump();
}

void
GatewayDrive::Dispatch(Ptr<ScsiTask> task)
{
    auto& command = m_commands.at(PeekPointer(task));
    if (!m_port->IsReady())
    {
        command.stage = Stage::WAITING;
        m_queue.push_front(task);
        ++m_length;
        m_backEnd->Leave();
        FreePlace();
        return;
    }
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    command.stage = Stage::AT_DRIVE;
    ++m_dispatched;
    task->lun = m_lun;
    if (command.timeline)
    {
        command.timeline->Stamp(IoStage::DISPATCHED);
        task->timeline = Create<IoTimeline>();
    }
    NS_LOG_DEBUG("command dispatched: operation code " << +task->cdb[0] << ", " << m_outstanding
                                                       << " outstanding");
    m_dispatchedTrace(task);
    m_port->SendScsiCommand(task);
}

void
GatewayDrive::SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    auto& command = m_commands.at(PeekPointer(task));
    if (command.timeline)
    {
        command.timeline->Stamp(IoStage::DISPATCHED);
    }
    m_port->SendDataOut(task, offset, data);
}

bool
GatewayDrive::AbortTask(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    const auto found = m_commands.find(PeekPointer(task));
    if (found == m_commands.end())
    {
        return true;
    }
    NS_LOG_INFO("command given up: operation code "
                << +task->cdb[0]
                << (found->second.stage == Stage::AT_DRIVE ? ", at the drive" : ", waiting"));
    switch (found->second.stage)
    {
    case Stage::WAITING:
        m_queue.erase(std::find(m_queue.begin(), m_queue.end(), task));
        --m_length;
        m_commands.erase(found);
        break;
    case Stage::AT_LOOP:
        m_backEnd->Withdraw(task);
        m_commands.erase(found);
        FreePlace();
        break;
    case Stage::AT_DRIVE:
        // The loop is free again in either case; a drive that keeps the command keeps its place.
        m_backEnd->Leave();
        found->second.stage = Stage::GIVEN_UP;
        if (m_port->AbortTask(task))
        {
            m_commands.erase(found);
            FreePlace();
        }
        break;
    case Stage::GIVEN_UP:
        break;
    }
    return true;
}

void
GatewayDrive::DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    const auto& command = m_commands.at(PeekPointer(task));
    if (command.stage == Stage::AT_DRIVE)
    {
        command.client->DataInReceived(task, offset, data);
    }
}

void
GatewayDrive::DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    const auto& command = m_commands.at(PeekPointer(task));
    if (command.stage == Stage::AT_DRIVE)
    {
        command.client->DataOutRequested(task, offset, length);
    }
}

void
GatewayDrive::CommandCompleteReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    auto node = m_commands.extract(PeekPointer(task));
    NS_ASSERT_MSG(!node.empty(), "the end of a task that is over");
    FreePlace();
    const auto& command = node.mapped();
    if (command.stage == Stage::GIVEN_UP)
    {
        return;
    }
    m_backEnd->Leave();
    if (command.timeline)
    {
        // What lies before the last of the data went out is time that passed beside it.
        command.timeline->CopyStamps(*task->timeline, IoStage::LOOP_WON, IoStage::BACK_ON_LOOP);
    }
    task->timeline = command.timeline;
    task->client = command.client;
    task->client->CommandCompleteReceived(task);
}

void
GatewayDrive::FreePlace()
{
    --m_outstanding;
    if (!m_queue.empty())
    {
        Simulator::ScheduleNow(&GatewayDrive::Pump, Ptr<GatewayDrive>(this));
    }
}

uint32_t
GatewayDrive::GetQueueLength() const
{
    return m_length;
}

uint32_t
GatewayDrive::GetOutstanding() const
{
    return m_outstanding;
}

uint64_t
GatewayDrive::GetDispatched() const
{
    return m_dispatched;
}

} // namespace ns3
