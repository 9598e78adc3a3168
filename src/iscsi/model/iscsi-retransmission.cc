/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-retransmission.h"

#include "iscsi-command-sender.h"
#include "iscsi-initiator-context.h"
#include "iscsi-initiator-transfer.h"
#include "iscsi-task-manager.h"

#include "ns3/simulator.h"

namespace ns3
{

IscsiRetransmission::IscsiRetransmission(IscsiInitiatorContext& context,
                                         IscsiCommandSender& sender,
                                         IscsiInitiatorTransfer& transfer,
                                         IscsiTaskManager& manager)
    : m_context(context),
      m_sender(sender),
      m_transfer(transfer),
      m_manager(manager)
{
}

IscsiRetransmission::~IscsiRetransmission()
{
    Stop();
}

void
IscsiRetransmission::Start()
{
    if (m_context.Recovers() && !m_clock.IsPending())
    {
        m_clock = Simulator::Schedule(m_context.settings.recoveryTimeout,
                                      &IscsiRetransmission::Look,
                                      this);
    }
}

void
IscsiRetransmission::Stop()
{
    // An event that is only cancelled would still move the clock at the end of a simulation.
    Simulator::Remove(m_clock);
}

void
IscsiRetransmission::Look()
{
    const auto connections = m_context.ready;
    for (const auto& connection : connections)
    {
        connection->AskForStatus();
    }
    m_pinged.clear();
    const Time timeout = m_context.settings.recoveryTimeout;
    for (const auto& task : m_context.tasks.GetAll())
    {
        if (task->state == IscsiInitiatorTask::State::SENT && task->connection->IsReady() &&
            task->lastProgress + timeout <= Simulator::Now())
        {
            Urge(task);
        }
    }
    m_manager.ResendOld(timeout);
    if (!m_context.tasks.IsEmpty() || m_manager.IsBusy() || m_sender.GetLength() > 0)
    {
        Start();
    }
}

void
IscsiRetransmission::Urge(const Ptr<IscsiInitiatorTask>& task)
{
    if (m_transfer.AskForData(task))
    {
        return;
    }
    // Only the command that the target expects next can be the one it misses (RFC 7143, 7.2.1).
    if (task->isProbed && task->cmdSn == m_context.window.GetExpCmdSn())
    {
        m_context.settings.observer->RecoveryTaken("command sent again");
        m_sender.Resend(task);
        return;
    }
    // The answer to a ping shows which commands came and which statuses were sent.
    task->isProbed = true;
    task->lastProgress = Simulator::Now();
    if (m_pinged.insert(task->connection->GetCid()).second)
    {
        task->connection->Ping();
    }
}

} // namespace ns3
