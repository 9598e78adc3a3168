/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-connection-recovery.h"

#include "iscsi-initiator-connector.h"

#include "ns3/iscsi-initiator-command-sender.h"
#include "ns3/iscsi-initiator-connection.h"
#include "ns3/iscsi-initiator-context.h"
#include "ns3/iscsi-initiator-task-manager.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiInitiatorConnectionRecovery");

IscsiInitiatorConnectionRecovery::IscsiInitiatorConnectionRecovery(
    IscsiInitiatorContext& context,
    IscsiInitiatorCommandSender& sender,
    IscsiInitiatorTaskManager& manager,
    IscsiInitiatorConnector& connector)
    : m_context(context),
      m_sender(sender),
      m_manager(manager),
      m_connector(connector)
{
}

IscsiInitiatorConnectionRecovery::~IscsiInitiatorConnectionRecovery()
{
    for (const auto& [cid, lost] : m_lost)
    {
        Simulator::Remove(lost.clock);
    }
}

void
IscsiInitiatorConnectionRecovery::SetFailed(Callback<void> failed)
{
    m_failed = failed;
}

bool
IscsiInitiatorConnectionRecovery::IsActive() const
{
    return !m_lost.empty() || !m_waiting.empty() || m_isReassigning;
}

void
IscsiInitiatorConnectionRecovery::Begin(const Ptr<IscsiInitiatorConnection>& connection,
                                        Time wait,
                                        Time retain)
{
    const uint16_t cid = connection->GetCid();
    auto& lost = m_lost[cid];
    lost.connection = connection;
    lost.deadline = Simulator::Now() + wait + retain;
    lost.tasks = m_context.tasks.GetAllegiant(PeekPointer(connection));
    NS_LOG_INFO("connection recovery: CID "
                << cid << ", ErrorRecoveryLevel " << m_context.parameters.errorRecoveryLevel << ", "
                << lost.tasks.size() << " tasks, begins in " << wait.As(Time::S) << ", within "
                << retain.As(Time::S));
    for (const auto& task : lost.tasks)
    {
        task->LeaveConnection();
    }
    lost.clock = Simulator::Schedule(wait, &IscsiInitiatorConnectionRecovery::CleanUp, this, cid);
}

void
IscsiInitiatorConnectionRecovery::CleanUp(uint16_t cid)
{
    const auto& connection = m_lost.at(cid).connection;
    const bool reassigns = m_context.parameters.errorRecoveryLevel == 2;
    connection->NoteCleanup(true);
    if (m_context.connections.GetReady().empty())
    {
        NS_LOG_INFO("lost connection reestablished: CID " << cid);
        m_context.settings.observer->RecoveryTaken("connection reestablished");
        m_connector.Join(cid, Time());
        return;
    }
    NS_LOG_INFO("lost connection logged out: CID "
                << cid << ", over CID " << m_context.connections.GetReady().front()->GetCid()
                << ", tasks " << (reassigns ? "to be reassigned" : "end"));
    m_context.settings.observer->RecoveryTaken("lost connection logged out");
    m_connector.LogOut(reassigns ? IscsiLogoutReason::REMOVE_CONNECTION_FOR_RECOVERY
                                 : IscsiLogoutReason::CLOSE_CONNECTION,
                       cid,
                       m_context.connections.GetReady().front(),
                       [this, cid](const auto* response) { LoggedOut(cid, response); });
}

void
IscsiInitiatorConnectionRecovery::LoggedOut(uint16_t cid, const IscsiLogoutResponseHeader* response)
{
    const auto found = m_lost.find(cid);
    if (found == m_lost.end())
    {
        return;
    }
    if (!response)
    {
        TryLater(cid, m_context.settings.loginRetryDelay);
        return;
    }
    switch (response->response)
    {
    case IscsiLogoutResponseCode::SUCCESS:
        if (response->time2Wait > 0 && m_context.parameters.errorRecoveryLevel == 2)
        {
            found->second.clock = Simulator::Schedule(Seconds(response->time2Wait),
                                                      &IscsiInitiatorConnectionRecovery::Release,
                                                      this,
                                                      cid);
        }
        else
        {
            Release(cid);
        }
        break;
    case IscsiLogoutResponseCode::CID_NOT_FOUND:
        // The target has forgotten the connection and with it the tasks.
        Abandon(cid);
        // Without another connection the session has failed and begins again as a whole.
        if (m_context.tsih != 0)
        {
            m_connector.Join(cid, Time());
        }
        break;
    default:
        TryLater(cid, Seconds(response->time2Wait));
    }
}

void
IscsiInitiatorConnectionRecovery::TryLater(uint16_t cid, Time delay)
{
    auto& lost = m_lost.at(cid);
    lost.connection->NoteCleanup(false);
    if (Simulator::Now() + delay > lost.deadline)
    {
        Abandon(cid);
        return;
    }
    lost.clock = Simulator::Schedule(delay, &IscsiInitiatorConnectionRecovery::CleanUp, this, cid);
}

void
IscsiInitiatorConnectionRecovery::ConnectionLoggedIn(uint16_t cid)
{
    if (m_lost.contains(cid))
    {
        Release(cid);
    }
    else
    {
        ReassignNext();
    }
}

void
IscsiInitiatorConnectionRecovery::LoginFailed(uint16_t cid)
{
    const auto found = m_lost.find(cid);
    if (found != m_lost.end())
    {
        found->second.connection->NoteCleanup(false);
        if (Simulator::Now() >= found->second.deadline)
        {
            // The target has ended the tasks (RFC 7143, 7.5).
            Abandon(cid);
            return;
        }
        // The connector begins the next attempt.
        found->second.connection->NoteCleanup(true);
    }
}

void
IscsiInitiatorConnectionRecovery::Release(uint16_t cid)
{
    const auto lost = std::move(m_lost.at(cid));
    m_lost.erase(cid);
    lost.connection->EndCleanup();
    if (!m_context.connections.FindReady(cid))
    {
        m_connector.Join(cid, Time());
    }
    Redistribute(lost.tasks, m_context.parameters.errorRecoveryLevel == 2);
}

void
IscsiInitiatorConnectionRecovery::Redistribute(const std::vector<Ptr<IscsiInitiatorTask>>& tasks,
                                               bool reassigns)
{
    for (const auto& task : tasks)
    {
        if (task->state != IscsiInitiatorTask::State::STRANDED)
        {
            continue;
        }
        if (!IsAcknowledged(*task) && !m_context.connections.GetReady().empty())
        {
            m_context.settings.observer->RecoveryTaken("command resent on another connection");
            task->Join(m_context.connections.Choose(*task->scsi));
            NS_LOG_INFO("command moved: ITT " << FormatIscsiTag(task->tag) << ", CmdSN "
                                              << task->cmdSn << ", to CID "
                                              << task->connection->GetCid());
            m_sender.Resend(task);
            if (task->isAborting)
            {
                m_manager.ManageTask(IscsiTaskManagementFunction::ABORT_TASK, task, nullptr);
            }
        }
        else if (IsAcknowledged(*task) && reassigns)
        {
            m_waiting.push_back(task);
        }
        else
        {
            m_context.tasks.Lose(task);
        }
    }
    ReassignNext();
}

void
IscsiInitiatorConnectionRecovery::ReassignNext()
{
    while (!m_isReassigning && !m_waiting.empty() && !m_context.connections.GetReady().empty())
    {
        const auto task = m_waiting.front();
        m_waiting.pop_front();
        if (task->state != IscsiInitiatorTask::State::STRANDED)
        {
            continue;
        }
        const auto connection = m_context.connections.Choose(*task->scsi);
        task->Join(connection);
        if (task->isAborting)
        {
            // It needs no allegiance to be aborted (RFC 7143, 11.5.1).
            m_manager.ManageTask(IscsiTaskManagementFunction::ABORT_TASK, task, nullptr);
            continue;
        }
        m_isReassigning = true;
        NS_LOG_INFO("task reassigned: ITT " << FormatIscsiTag(task->tag) << ", to CID "
                                            << connection->GetCid());
        m_context.settings.observer->RecoveryTaken("task reassigned");
        m_manager.Reassign(task, connection, [this, task](auto response) {
            m_isReassigning = false;
            if (response && *response != IscsiTaskManagementResponseCode::FUNCTION_COMPLETE)
            {
                m_context.tasks.Lose(task);
            }
            ReassignNext();
        });
    }
}

bool
IscsiInitiatorConnectionRecovery::IsAcknowledged(const IscsiInitiatorTask& task) const
{
    return IscsiSerialLess(task.cmdSn, m_context.numbering.GetExpCmdSn());
}

void
IscsiInitiatorConnectionRecovery::Abandon(uint16_t cid)
{
    const auto found = m_lost.find(cid);
    if (found == m_lost.end())
    {
        return;
    }
    const auto lost = std::move(found->second);
    m_lost.erase(found);
    NS_LOG_INFO("connection recovery given up: CID " << cid);
    Simulator::Remove(lost.clock);
    lost.connection->EndCleanup();
    Redistribute(lost.tasks, false);
    if (m_context.connections.GetReady().empty())
    {
        m_failed();
    }
}

void
IscsiInitiatorConnectionRecovery::Clear()
{
    for (const auto& [cid, lost] : std::exchange(m_lost, {}))
    {
        Simulator::Remove(lost.clock);
        lost.connection->EndCleanup();
    }
    m_waiting.clear();
    m_isReassigning = false;
}

} // namespace ns3
