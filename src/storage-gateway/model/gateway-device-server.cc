/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-device-server.h"

#include "ns3/log.h"
#include "ns3/scsi-disk-commands.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewayDeviceServer");

NS_OBJECT_ENSURE_REGISTERED(GatewayDeviceServer);

namespace
{

/**
 * @param task a command
 * @return true if it is about what the gateway keeps of hosts: reservations, and who prevents that
 * a medium is removed
 */
bool
IsAboutHosts(const ScsiTask& task)
{
    switch (GetScsiOpcode(task.cdb))
    {
    case ScsiOpcode::RESERVE_6:
    case ScsiOpcode::RESERVE_10:
    case ScsiOpcode::RELEASE_6:
    case ScsiOpcode::RELEASE_10:
    case ScsiOpcode::PERSISTENT_RESERVE_IN:
    case ScsiOpcode::PERSISTENT_RESERVE_OUT:
    case ScsiOpcode::PREVENT_ALLOW_MEDIUM_REMOVAL:
        return true;
    default:
        return false;
    }
}

/**
 * @param task a command
 * @return true if it moves a removable medium
 */
bool
MovesMedium(const ScsiTask& task)
{
    const auto cdb = ScsiStartStopCdb::Decode(task.cdb);
    return GetScsiOpcode(task.cdb) == ScsiOpcode::START_STOP_UNIT && cdb.loadEject &&
           cdb.powerCondition == 0;
}

} // namespace

TypeId
GatewayDeviceServer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GatewayDeviceServer")
                            .SetParent<ScsiDevice>()
                            .SetGroupName("StorageGateway")
                            .AddConstructor<GatewayDeviceServer>();
    return tid;
}

GatewayDeviceServer::GatewayDeviceServer()
    : ScsiDeviceServer(GetScsiDiskCommands())
{
}

void
GatewayDeviceServer::DoDispose()
{
    tasks.Clear();
    m_unit = nullptr;
    m_aborter = nullptr;
    ScsiDevice::DoDispose();
}

void
GatewayDeviceServer::SetUnit(Ptr<ScsiDevice> unit, Aborter aborter)
{
    m_unit = unit;
    m_aborter = std::move(aborter);
}

void
GatewayDeviceServer::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task << +task->cdb[0]);
    if (RefuseForOthers(task, commands.Find(*task)))
    {
        NS_LOG_INFO("command refused: operation code " << +task->cdb[0] << ", initiator port "
                                                       << GetScsiPortName(task->initiatorPort)
                                                       << ", unit attention or reservation");
        return;
    }
    if (IsAboutHosts(*task))
    {
        CarryOut(task);
        return;
    }
    if (medium.IsRemovalPrevented() && MovesMedium(*task))
    {
        Refuse(task,
               {ScsiSenseKey::ILLEGAL_REQUEST,
                ScsiAdditionalSense::MEDIUM_REMOVAL_PREVENTED,
                std::nullopt});
        return;
    }
    m_unit->CommandReceived(task);
}

void
GatewayDeviceServer::CarryOut(const Ptr<ScsiTask>& task)
{
    const auto* command = commands.Find(*task);
    if (!command)
    {
        RefuseUnknown(task);
        return;
    }
    if (const auto sense = command->CheckUsage(task->cdb))
    {
        Refuse(task, *sense);
        return;
    }
    command->handler(*this, task);
}

void
GatewayDeviceServer::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    if (IsAboutHosts(*task))
    {
        tasks.Put(task, offset, data);
        return;
    }
    m_unit->DataOutReceived(task, offset, data);
}

void
GatewayDeviceServer::TaskLost(Ptr<ScsiTask> task)
{
    if (IsAboutHosts(*task))
    {
        tasks.Remove(task);
        return;
    }
    m_unit->TaskLost(task);
}

void
GatewayDeviceServer::CommandCleared(const std::string& initiatorPort)
{
    attentions.EstablishFor(ScsiAdditionalSense::COMMANDS_CLEARED, initiatorPort);
}

void
GatewayDeviceServer::FunctionDone(const ScsiTaskManagementRequest& request)
{
    using enum ScsiTaskManagementFunction;
    switch (request.function)
    {
    case LOGICAL_UNIT_RESET:
    case TARGET_WARM_RESET:
        reservation.Clear();
        medium.AllowAll();
        attentions.EstablishForAll(ScsiAdditionalSense::DEVICE_RESET);
        break;
    case TARGET_COLD_RESET:
        reservation.Clear();
        medium.AllowAll();
        registrations.LosePower();
        attentions.EstablishForAll(ScsiAdditionalSense::POWER_ON_OR_RESET);
        break;
    case I_T_NEXUS_RESET:
        NexusLost(GetScsiPortName(request.initiatorPort));
        break;
    default:
        break;
    }
}

void
GatewayDeviceServer::NexusLost(const std::string& initiatorPort)
{
    NS_LOG_FUNCTION(this << initiatorPort);
    reservation.Release(initiatorPort);
    medium.Allow(initiatorPort);
    attentions.Lose(initiatorPort);
    m_unit->NexusLost(initiatorPort);
}

void
GatewayDeviceServer::Finish(const Ptr<ScsiTask>& task)
{
    task->port->SendCommandComplete(task);
}

ScsiIdentity
GatewayDeviceServer::GetIdentity() const
{
    return {};
}

bool
GatewayDeviceServer::KeepsData() const
{
    return false;
}

uint32_t
GatewayDeviceServer::GetMaxTransferBlocks() const
{
    return 0;
}

void
GatewayDeviceServer::AbortCommands(const ScsiTaskSet::Selection& selection,
                                   const std::string& cause)
{
    m_aborter(selection, cause);
}

} // namespace ns3
