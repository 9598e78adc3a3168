/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-session.h"

#include "ns3/log.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-response.h"
#include "ns3/simulator.h"

#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewaySession");

GatewaySession::GatewaySession(ScsiTargetPort* port,
                               const std::string& initiatorPort,
                               Ptr<ScsiDevice> units,
                               const Rules& rules,
                               GatewaySessionObserver* observer)
    : m_port(port),
      m_initiatorPort(initiatorPort),
      m_units(units),
      m_rules(rules),
      m_observer(observer),
      m_clock(MakeCallback(&GatewaySession::ClockRang, this)),
      m_next(m_entries.end())
{
    m_clock.SetLimit(rules.timeout);
}

GatewaySession::~GatewaySession() = default;

bool
GatewaySession::IsEmpty() const
{
    return m_entries.empty();
}

ScsiTargetPort*
GatewaySession::GetPort() const
{
    return m_port;
}

void
GatewaySession::CommandReceived(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    task->port = this;
    const auto entry = m_entries.insert(m_entries.end(), {task, m_clock.Add(task)});
    m_index[PeekPointer(task)] = entry;
    if (m_next == m_entries.end())
    {
        m_next = entry;
    }
    m_observer->QueueChanged(m_initiatorPort, m_entries.size());
    if (m_active >= m_rules.depth)
    {
        NS_LOG_INFO("queue of the session full: initiator port "
                    << m_initiatorPort << ", " << m_active << " at the units, " << m_entries.size()
                    << " in all");
    }
    HandOn();
}

void
GatewaySession::HandOn()
{
    Ptr<GatewaySession> self(this);
    while (m_next != m_entries.end() && m_active < m_rules.depth)
    {
        auto& entry = *m_next++;
        if (entry.stage == Stage::WAITING)
        {
            entry.stage = Stage::AT_UNIT;
            ++m_active;
            // The unit may answer at once, and the entry be gone.
            m_units->CommandReceived(entry.task);
        }
    }
}

void
GatewaySession::DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    if (m_index.at(PeekPointer(task))->stage == Stage::AT_UNIT)
    {
        m_units->DataOutReceived(task, offset, data);
    }
}

void
GatewaySession::SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data)
{
    m_port->SendDataIn(task, offset, data);
}

void
GatewaySession::ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length)
{
    m_port->ReceiveDataOut(task, offset, length);
}

void
GatewaySession::SendCommandComplete(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    Ptr<GatewaySession> self(this);
    const auto entry = m_index.at(PeekPointer(task));
    SetDone(*entry);
    --m_active;
    if (m_rules.inOrder)
    {
        AnswerReady();
    }
    else
    {
        Answer(entry);
    }
    HandOn();
}

void
GatewaySession::AnswerReady()
{
    while (!m_entries.empty() && m_entries.front().stage == Stage::DONE)
    {
        Answer(m_entries.begin());
    }
}

void
GatewaySession::Answer(Entries::iterator entry)
{
    const auto task = entry->task;
    Remove(entry, true);
    m_port->SendCommandComplete(task);
}

void
GatewaySession::Remove(Entries::iterator entry, bool isAnswered)
{
    const auto task = entry->task;
    task->port = m_port;
    m_index.erase(PeekPointer(task));
    if (m_next == entry)
    {
        ++m_next;
    }
    m_entries.erase(entry);
    m_observer->QueueChanged(m_initiatorPort, m_entries.size());
    m_observer->TaskOver(task, isAnswered);
}

void
GatewaySession::TaskLost(Ptr<ScsiTask> task)
{
    NS_LOG_FUNCTION(this << task);
    Ptr<GatewaySession> self(this);
    const auto entry = m_index.at(PeekPointer(task));
    TakeFromUnit(*entry);
    SetDone(*entry);
    Remove(entry, false);
    if (!m_entries.empty())
    {
        // Not now: the port may be about to take the others, too, and takes no answer for them.
        Simulator::ScheduleNow(&GatewaySession::Resume, self);
    }
}

void
GatewaySession::Abort(Ptr<ScsiTask> task)
{
    NS_LOG_INFO("command aborted: initiator port " << m_initiatorPort << ", operation code "
                                                   << +task->cdb[0]);
    TaskLost(task);
    m_port->TaskAborted(task);
}

std::vector<Ptr<ScsiTask>>
GatewaySession::GetTasks(std::optional<uint64_t> lun) const
{
    std::vector<Ptr<ScsiTask>> tasks;
    for (const auto& entry : m_entries)
    {
        if (!lun || DecodeScsiLun(entry.task->lun) == DecodeScsiLun(*lun))
        {
            tasks.push_back(entry.task);
        }
    }
    return tasks;
}

const std::string&
GatewaySession::GetInitiatorPort() const
{
    return m_initiatorPort;
}

void
GatewaySession::Resume()
{
    if (m_rules.inOrder)
    {
        AnswerReady();
    }
    HandOn();
}

void
GatewaySession::TakeFromUnit(Entry& entry)
{
    if (entry.stage == Stage::AT_UNIT)
    {
        SetDone(entry);
        --m_active;
        m_units->TaskLost(entry.task);
    }
}

void
GatewaySession::SetDone(Entry& entry)
{
    if (entry.stage != Stage::DONE)
    {
        entry.stage = Stage::DONE;
        m_clock.Remove(entry.position);
    }
}

void
GatewaySession::ClockRang()
{
    static const ScsiSense LATE{ScsiSenseKey::HARDWARE_ERROR,
                                ScsiAdditionalSense::TIMEOUT_ON_LOGICAL_UNIT,
                                std::nullopt};
    Ptr<GatewaySession> self(this);
    while (const auto late = m_clock.FindExpired())
    {
        const auto entry = m_index.at(PeekPointer((*late)->value));
        TakeFromUnit(*entry);
        SetDone(*entry);
        SetScsiCheckCondition(entry->task, LATE);
        NS_LOG_INFO("command timed out: initiator port " << m_initiatorPort << ", operation code "
                                                         << +entry->task->cdb[0]);
        m_observer->TaskTimedOut(entry->task);
        if (!m_rules.inOrder)
        {
            Answer(entry);
        }
    }
    Resume();
}

} // namespace ns3
