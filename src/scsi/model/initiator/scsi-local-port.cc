/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-local-port.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiLocalPort");

NS_OBJECT_ENSURE_REGISTERED(ScsiLocalPort);

TypeId
ScsiLocalPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ScsiLocalPort")
            .SetParent<ScsiInitiatorPort>()
            .SetGroupName("Scsi")
            .AddConstructor<ScsiLocalPort>()
            .AddAttribute("Device",
                          "The device behind the port; must be set before the first command",
                          PointerValue(),
                          MakePointerAccessor(&ScsiLocalPort::SetDevice, &ScsiLocalPort::GetDevice),
                          MakePointerChecker<ScsiDevice>())
            .AddAttribute("Delay",
                          "Delay of every message in each direction, 0 or more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&ScsiLocalPort::m_delay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
ScsiLocalPort::DoDispose()
{
    m_remotes.clear();
    m_device = nullptr;
    ScsiInitiatorPort::DoDispose();
}

void
ScsiLocalPort::SetDevice(Ptr<ScsiDevice> device)
{
    m_device = device;
}

Ptr<ScsiDevice>
ScsiLocalPort::GetDevice() const
{
    return m_device;
}

bool
ScsiLocalPort::IsReady() const
{
    return true;
}

void
ScsiLocalPort::SendScsiCommand(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    if (!m_device)
    {
        throw UserError("ScsiLocalPort: attribute Device is not set");
    }
    auto remote = Create<Remote>();
    remote->lun = task->lun;
    remote->cdb = task->cdb;
    remote->extendedCdb = task->extendedCdb;
    remote->attribute = task->attribute;
    remote->dataInLength = task->dataInLength;
    remote->dataOutLength = task->dataOutLength;
    remote->timeline = task->timeline;
    remote->port = this;
    remote->origin = task;
    const bool isNew = m_remotes.emplace(PeekPointer(task), remote).second;
    NS_ASSERT_MSG(isNew, "a task was sent twice");
    Simulator::Schedule(m_delay, &ScsiLocalPort::DeliverCommand, Ptr<ScsiLocalPort>(this), remote);
}

void
ScsiLocalPort::SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    Simulator::Schedule(m_delay,
                        &ScsiLocalPort::DeliverDataOut,
                        Ptr<ScsiLocalPort>(this),
                        m_remotes.at(PeekPointer(task)),
                        offset,
                        data);
}

bool
ScsiLocalPort::AbortTask(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    const auto node = m_remotes.extract(PeekPointer(task));
    if (!node.empty())
    {
        NS_LOG_INFO("command aborted: operation code " << +task->cdb[0]);
        node.mapped()->origin = nullptr;
        Simulator::Schedule(m_delay,
                            &ScsiLocalPort::DeliverAbort,
                            Ptr<ScsiLocalPort>(this),
                            node.mapped());
    }
    return true;
}

void
ScsiLocalPort::SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    Simulator::Schedule(m_delay,
                        &ScsiLocalPort::DeliverDataIn,
                        Ptr<ScsiLocalPort>(this),
                        StaticCast<Remote>(task),
                        offset,
                        data);
}

void
ScsiLocalPort::ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    Simulator::Schedule(m_delay,
                        &ScsiLocalPort::DeliverRequest,
                        Ptr<ScsiLocalPort>(this),
                        StaticCast<Remote>(task),
                        offset,
                        length);
}

void
ScsiLocalPort::SendCommandComplete(Ptr<ScsiTask> task)
{
    auto remote = StaticCast<Remote>(task);
    NS_ASSERT_MSG(!remote->isAnswered, "status of a task that is over");
    remote->isAnswered = true;
    Simulator::Schedule(m_delay, &ScsiLocalPort::DeliverStatus, Ptr<ScsiLocalPort>(this), remote);
}

void
ScsiLocalPort::TaskAborted(Ptr<ScsiTask> task)
{
    task->response = ScsiServiceResponse::DELIVERY_FAILURE;
    SendCommandComplete(task);
}

void
ScsiLocalPort::DeliverCommand(Ptr<Remote> remote)
{
    remote->isAnswered = false;
    m_device->CommandReceived(remote);
}

void
ScsiLocalPort::DeliverDataOut(Ptr<Remote> remote, uint32_t offset, Ptr<Packet> data)
{
    if (!remote->isAnswered)
    {
        m_device->DataOutReceived(remote, offset, data);
    }
}

void
ScsiLocalPort::DeliverDataIn(Ptr<Remote> remote, uint32_t offset, Ptr<Packet> data)
{
    if (auto origin = remote->origin)
    {
        origin->client->DataInReceived(origin, offset, data);
    }
}

void
ScsiLocalPort::DeliverRequest(Ptr<Remote> remote, uint32_t offset, uint32_t length)
{
    if (auto origin = remote->origin)
    {
        origin->client->DataOutRequested(origin, offset, length);
    }
}

void
ScsiLocalPort::DeliverStatus(Ptr<Remote> remote)
{
    const auto origin = std::exchange(remote->origin, nullptr);
    if (!origin)
    {
        return;
    }
    m_remotes.erase(PeekPointer(origin));
    origin->response = remote->response;
    origin->status = remote->status;
    origin->sense = remote->sense;
    origin->residual = remote->residual;
    origin->dataInResidual = remote->dataInResidual;
    origin->client->CommandCompleteReceived(origin);
}

void
ScsiLocalPort::DeliverAbort(Ptr<Remote> remote)
{
    if (!remote->isAnswered)
    {
        remote->isAnswered = true;
        m_device->TaskLost(remote);
    }
}

} // namespace ns3
