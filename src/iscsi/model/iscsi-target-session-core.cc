/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-session-core.h"

#include "iscsi-nop-header.h"

namespace ns3
{

IscsiTargetSessionCore::IscsiTargetSessionCore(Ptr<ScsiDevice> theDevice,
                                               IscsiObserver* theObserver,
                                               const IscsiSessionParameters& agreed,
                                               const std::string& thePort,
                                               uint32_t cmdSn,
                                               const IscsiTargetLimits& theLimits)
    : device(theDevice),
      observer(theObserver),
      parameters(agreed),
      limits(theLimits),
      initiatorPort(std::make_shared<const std::string>(thePort)),
      commands(cmdSn, theLimits.commandWindow),
      fence(connections, parameters)
{
}

bool
IscsiTargetSessionCore::KeepsData() const
{
    return parameters.errorRecoveryLevel >= 1;
}

bool
IscsiTargetSessionCore::CanReassign() const
{
    return parameters.errorRecoveryLevel >= 2;
}

void
IscsiTargetSessionCore::ShowWindow(IscsiResponseHeader& header) const
{
    header.expCmdSn = commands.GetGrant().GetExpCmdSn();
    header.maxCmdSn = commands.GetGrant().GetMaxCmdSn();
}

void
IscsiTargetSessionCore::TraceWindow() const
{
    const auto& grant = commands.GetGrant();
    observer->CommandWindowChanged(grant.GetExpCmdSn(), grant.GetExpCmdSn(), grant.GetMaxCmdSn());
}

void
IscsiTargetSessionCore::TellWindow() const
{
    if (const auto connection = connections.GetFirstLive())
    {
        IscsiNopInHeader header;
        ShowWindow(header);
        connection->Send(header, nullptr);
    }
}

void
IscsiTargetSessionCore::Reject(IscsiTargetConnection& connection,
                               IscsiRejectReason reason,
                               const IscsiHeader& rejected,
                               uint32_t dataSn) const
{
    observer->ProtocolErrorSeen("rejected a " + GetIscsiOpcodeName(rejected.GetOpcode()) +
                                " for reason " + std::to_string(static_cast<uint32_t>(reason)));
    auto copy = Create<Packet>();
    copy->AddHeader(rejected);
    IscsiRejectHeader header;
    header.reason = reason;
    header.dataSn = dataSn;
    ShowWindow(header);
    connection.SendStatus(header, copy);
}

void
IscsiTargetSessionCore::FreeSlot(IscsiTargetTask& task)
{
    if (task.hasSlot)
    {
        task.hasSlot = false;
        commands.GetGrant().FreeSlot();
        TraceWindow();
    }
}

void
IscsiTargetSessionCore::Lose(Ptr<IscsiTargetTask> task)
{
    FreeSlot(*task);
    tasks.Remove(*task);
    if (task->isAtDevice)
    {
        task->isAtDevice = false;
        device->TaskLost(task);
    }
}

void
IscsiTargetSessionCore::LoseTasksOf(const IscsiTargetConnection* connection, bool immediateOnly)
{
    const auto lost = tasks.Select([&](const auto& task) {
        return task.connection == connection && (task.isImmediate || !immediateOnly);
    });
    for (const auto& task : lost)
    {
        if (!task->isStatusSent && !task->isAborted)
        {
            clearedUnits.insert(task->lun);
        }
        Lose(task);
    }
}

} // namespace ns3
