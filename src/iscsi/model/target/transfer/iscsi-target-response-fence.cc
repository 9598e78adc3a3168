/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-response-fence.h"

#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-persistent-reservations.h"
#include "ns3/scsi-sense.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetResponseFence");

namespace
{

/**
 * @param task a task with CHECK CONDITION
 * @return true if it reports a unit attention or begins an ACA
 */
bool
IsFencedCondition(const IscsiTargetTask& task)
{
    const auto sense = ScsiSense::Decode(task.sense);
    return (GetScsiControl(task.cdb) & SCSI_CONTROL_NACA) != 0 ||
           (sense && sense->key == ScsiSenseKey::UNIT_ATTENTION);
}

/**
 * @param cdb a CDB
 * @return true if it is that of PERSISTENT RESERVE OUT with PREEMPT AND ABORT
 */
bool
IsPreemptAndAbort(const ScsiCdb& cdb)
{
    return GetScsiOpcode(cdb) == ScsiOpcode::PERSISTENT_RESERVE_OUT &&
           GetScsiServiceAction(cdb) ==
               static_cast<uint8_t>(ScsiReserveOutAction::PREEMPT_AND_ABORT);
}

} // namespace

IscsiTargetResponseFence::IscsiTargetResponseFence(const IscsiTargetContext& context)
    : m_context(context),
      m_isAgreed(context.settings.parameters.taskReporting != "RFC3720")
{
}

bool
IscsiTargetResponseFence::Needs(IscsiTargetTask& task)
{
    const bool isAcaActive = task.status == ScsiStatus::ACA_ACTIVE;
    const bool isFirstAca = std::erase(m_acaTold, task.lun) == 0 && isAcaActive;
    if (isAcaActive)
    {
        m_acaTold.push_back(task.lun);
    }
    const bool isDue = std::erase(m_due, task.lun) > 0;
    task.isFenced |=
        isDue ||
        (m_isAgreed && (isFirstAca || IsPreemptAndAbort(task.cdb) ||
                        (task.status == ScsiStatus::CHECK_CONDITION && IsFencedCondition(task))));
    return task.isFenced;
}

void
IscsiTargetResponseFence::FenceNext(uint64_t lun)
{
    if (std::find(m_due.begin(), m_due.end(), lun) == m_due.end())
    {
        m_due.push_back(lun);
    }
}

bool
IscsiTargetResponseFence::Holds(Unit unit, bool isFenced) const
{
    if (!m_fenced)
    {
        return isFenced && m_context.connections.GetRequestTakers().size() > 1;
    }
    return isFenced || Meets(unit, m_fenced->unit) ||
           std::any_of(m_waiting.begin(), m_waiting.end(), [&](const auto& turn) {
               return Meets(unit, turn.unit);
           });
}

void
IscsiTargetResponseFence::Submit(Unit unit, bool isFenced, Send send)
{
    if (!Holds(unit, isFenced))
    {
        send();
        return;
    }
    Turn turn{unit, isFenced, std::move(send)};
    if (m_fenced)
    {
        m_waiting.push_back(std::move(turn));
        return;
    }
    m_fenced = std::move(turn);
    NS_LOG_INFO("response fence raised");
    for (const auto& connection : m_context.connections.GetRequestTakers())
    {
        Await(connection);
    }
    Proceed();
}

void
IscsiTargetResponseFence::Proceed()
{
    if (m_isProceeding)
    {
        return;
    }
    m_isProceeding = true;
    while (m_fenced && IsAcknowledged())
    {
        if (m_isSent)
        {
            Lower();
        }
        else
        {
            SendFenced();
        }
    }
    m_isProceeding = false;
}

void
IscsiTargetResponseFence::Clear()
{
    m_fenced.reset();
    m_isSent = false;
    m_awaited.clear();
    m_waiting.clear();
}

void
IscsiTargetResponseFence::Await(const Ptr<IscsiTargetConnection>& connection)
{
    if (connection->GetExpStatSn() != connection->GetStatSn())
    {
        m_awaited.push_back({connection, connection->GetStatSn()});
        connection->Ping();
        NS_LOG_DEBUG("fence waits: CID " << connection->GetCid() << ", ExpStatSN to become "
                                         << connection->GetStatSn());
    }
}

bool
IscsiTargetResponseFence::IsAcknowledged() const
{
    return std::all_of(m_awaited.begin(), m_awaited.end(), [](const auto& awaited) {
        return !awaited.connection->IsLive() ||
               IscsiSerialLessEqual(awaited.expStatSn, awaited.connection->GetExpStatSn());
    });
}

void
IscsiTargetResponseFence::SendFenced()
{
    m_isSent = true;
    m_awaited.clear();
    // To send it may end the session, which clears the fence.
    const auto send = std::move(m_fenced->send);
    const auto connection = send();
    if (connection && connection->IsLive() && m_isAgreed &&
        m_context.connections.GetRequestTakers().size() > 1)
    {
        Await(connection);
    }
}

void
IscsiTargetResponseFence::Lower()
{
    NS_LOG_INFO("response fence lowered: " << m_waiting.size() << " responses waited");
    m_fenced.reset();
    m_isSent = false;
    for (auto& turn : std::exchange(m_waiting, {}))
    {
        Submit(turn.unit, turn.isFenced, std::move(turn.send));
    }
}

bool
IscsiTargetResponseFence::Meets(Unit one, Unit other)
{
    return !one || !other || *one == *other;
}

} // namespace ns3
