/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-command-sequencer.h"

#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetCommandSequencer");

IscsiTargetCommandSequencer::IscsiTargetCommandSequencer(uint32_t cmdSn,
                                                         uint32_t slots,
                                                         IscsiObserver* observer)
    : m_slots(slots),
      m_expCmdSn(cmdSn),
      m_maxCmdSn(cmdSn + slots - 1),
      m_observer(observer)
{
}

bool
IscsiTargetCommandSequencer::Contains(uint32_t cmdSn) const
{
    return IscsiSerialLessEqual(m_expCmdSn, cmdSn) && IscsiSerialLessEqual(cmdSn, m_maxCmdSn);
}

uint32_t
IscsiTargetCommandSequencer::GetExpCmdSn() const
{
    return m_expCmdSn;
}

uint32_t
IscsiTargetCommandSequencer::GetMaxCmdSn() const
{
    return m_maxCmdSn;
}

void
IscsiTargetCommandSequencer::Advance()
{
    ++m_expCmdSn;
    Offer();
}

bool
IscsiTargetCommandSequencer::HasFreeSlot() const
{
    return m_taken < m_slots;
}

void
IscsiTargetCommandSequencer::AcquireSlot(IscsiTargetTask& task)
{
    ++m_taken;
    task.hasSlot = true;
}

void
IscsiTargetCommandSequencer::FreeSlot(IscsiTargetTask& task)
{
    if (task.hasSlot)
    {
        task.hasSlot = false;
        --m_taken;
        Offer();
    }
}

void
IscsiTargetCommandSequencer::Offer()
{
    const uint32_t maxCmdSn = m_expCmdSn + m_slots - m_taken - 1;
    if (IscsiSerialLess(m_maxCmdSn, maxCmdSn))
    {
        m_maxCmdSn = maxCmdSn;
    }
    NS_LOG_DEBUG("command window: ExpCmdSN " << m_expCmdSn << ", MaxCmdSN " << m_maxCmdSn);
    if (m_observer)
    {
        m_observer->CommandWindowChanged(m_expCmdSn, m_expCmdSn, m_maxCmdSn);
    }
}

bool
IscsiTargetCommandSequencer::IsNext(uint32_t cmdSn) const
{
    return cmdSn == m_expCmdSn && !IsHeld(cmdSn) && (m_early.empty() || !m_early.contains(cmdSn));
}

void
IscsiTargetCommandSequencer::Keep(const Command& command)
{
    m_early.insert({command.header.cmdSn, command});
}

bool
IscsiTargetCommandSequencer::KeepData(const IscsiTargetConnection* connection,
                                      const Data& data,
                                      uint32_t most)
{
    if (m_early.empty() || data.header.targetTransferTag != IscsiHeader::RESERVED_TAG)
    {
        return false;
    }
    for (auto& [cmdSn, command] : m_early)
    {
        if (command.connection == connection && command.opcode == IscsiOpcode::SCSI_COMMAND &&
            command.header.initiatorTaskTag == data.header.initiatorTaskTag)
        {
            // A peer that sends no end of it, or of nothing, finds no room.
            const uint32_t size = data.data->GetSize();
            if (size == 0 || size > most - command.dataLength)
            {
                return false;
            }
            command.data.push_back(data);
            command.dataLength += size;
            return true;
        }
    }
    return false;
}

bool
IscsiTargetCommandSequencer::HasNext() const
{
    return !m_early.empty() && !IsHeld(m_expCmdSn) && m_early.contains(m_expCmdSn);
}

bool
IscsiTargetCommandSequencer::TakeNext(Command& command)
{
    if (!HasNext())
    {
        return false;
    }
    const auto next = m_early.find(m_expCmdSn);
    command = next->second;
    m_early.erase(next);
    return true;
}

void
IscsiTargetCommandSequencer::Plug(uint32_t cmdSn)
{
    NS_LOG_INFO("missing command given up: CmdSN " << cmdSn << ", ExpCmdSN " << m_expCmdSn);
    m_early[cmdSn] = {};
}

void
IscsiTargetCommandSequencer::PlugBefore(uint32_t cmdSn)
{
    for (uint32_t i = m_expCmdSn; IscsiSerialLess(i, cmdSn) && Contains(i); i++)
    {
        m_early.insert({i, {}});
    }
}

void
IscsiTargetCommandSequencer::DiscardOf(const IscsiTargetConnection* connection)
{
    std::erase_if(m_early,
                  [&](const auto& entry) { return entry.second.connection == connection; });
}

void
IscsiTargetCommandSequencer::HoldFrom(std::optional<uint32_t> cmdSn)
{
    m_hold = cmdSn;
}

bool
IscsiTargetCommandSequencer::IsHeld(uint32_t cmdSn) const
{
    return m_hold && IscsiSerialLessEqual(*m_hold, cmdSn);
}

} // namespace ns3
