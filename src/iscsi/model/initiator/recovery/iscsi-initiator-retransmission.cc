/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-retransmission.h"

#include "ns3/iscsi-initiator-command-numbering.h"
#include "ns3/iscsi-initiator-command-sender.h"
#include "ns3/iscsi-initiator-connection-set.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-recovery-clock.h"
#include "ns3/iscsi-initiator-task-manager.h"
#include "ns3/iscsi-initiator-task-table.h"
#include "ns3/iscsi-initiator-transfer.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorRetransmission");

IscsiInitiatorRetransmission::IscsiInitiatorRetransmission(
    const IscsiInitiatorContext& context,
    const IscsiInitiatorTaskTable& tasks,
    const IscsiInitiatorCommandNumbering& numbering,
    const IscsiInitiatorConnectionSet& connections,
    IscsiInitiatorCommandSender& sender,
    IscsiInitiatorTransfer& transfer,
    IscsiInitiatorTaskManager& manager,
    IscsiInitiatorRecoveryClock& clock)
    : m_context(context),
      m_tasks(tasks),
      m_numbering(numbering),
      m_connections(connections),
      m_sender(sender),
      m_transfer(transfer),
      m_manager(manager),
      m_clock(clock)
{
    m_clock.SetExpired(MakeCallback(&IscsiInitiatorRetransmission::Look, this));
}

void
IscsiInitiatorRetransmission::Look()
{
    const auto connections = m_connections.GetReady();
    for (const auto& connection : connections)
    {
        connection->AskForStatus();
    }
    m_pinged.clear();
    const Time timeout = m_context.settings.recoveryTimeout;
    for (const auto& task : m_tasks.GetAll())
    {
        if (task->state == IscsiInitiatorTask::State::SENT && task->connection->IsReady() &&
            task->lastProgress + timeout <= Simulator::Now())
        {
            Urge(task);
        }
    }
    m_manager.ResendOld(timeout);
    if (!m_tasks.IsEmpty() || m_manager.IsBusy() || m_sender.GetLength() > 0)
    {
        m_clock.Start();
    }
}

void
IscsiInitiatorRetransmission::Urge(const Ptr<IscsiInitiatorTask>& task)
{
    if (m_transfer.AskForData(task))
    {
        return;
    }
    // Only the command that the target expects next can be the one it misses (RFC 7143, 7.2.1).
    if (task->isProbed && task->cmdSn == m_numbering.GetWindow().GetExpCmdSn())
    {
        NS_LOG_INFO("recovery within the connection: CmdSN "
                    << task->cmdSn << " not acknowledged, command resent, ITT "
                    << FormatIscsiTag(task->tag));
        m_context.settings.observer->RecoveryTaken("command resent");
        m_sender.Resend(task);
        return;
    }
    NS_LOG_INFO("no progress: ITT " << FormatIscsiTag(task->tag) << ", ping over CID "
                                    << task->connection->GetCid());
    // The answer to a ping shows which commands came and which statuses were sent.
    task->isProbed = true;
    task->lastProgress = Simulator::Now();
    if (m_pinged.insert(task->connection->GetCid()).second)
    {
        task->connection->Ping();
    }
}

} // namespace ns3
