/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-command-sequencer.h"

#include "ns3/iscsi-serial-number.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetCommandSequencer");

namespace
{

/**
 * @param pdu a PDU
 * @return its initiator task tag
 */
uint32_t
GetTag(const Ptr<Packet>& pdu)
{
    IscsiBasicHeader header;
    header.Peek(pdu);
    return header.initiatorTaskTag;
}

} // namespace

IscsiTargetCommandSequencer::IscsiTargetCommandSequencer(uint32_t cmdSn, uint32_t slots)
    : m_commandWindow(cmdSn, slots)
{
}

const IscsiTargetCommandWindow&
IscsiTargetCommandSequencer::GetWindow() const
{
    return m_commandWindow;
}

IscsiTargetCommandWindow&
IscsiTargetCommandSequencer::GetWindow()
{
    return m_commandWindow;
}

bool
IscsiTargetCommandSequencer::IsNext(uint32_t cmdSn) const
{
    return cmdSn == m_commandWindow.GetExpCmdSn() && !IsHeld(cmdSn) &&
           (m_early.empty() || !m_early.contains(cmdSn));
}

void
IscsiTargetCommandSequencer::Keep(uint32_t cmdSn, const Command& command)
{
    m_early.insert({cmdSn, command});
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
            GetTag(command.pdu) == data.header.initiatorTaskTag)
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
    const uint32_t cmdSn = m_commandWindow.GetExpCmdSn();
    return !m_early.empty() && !IsHeld(cmdSn) && m_early.contains(cmdSn);
}

bool
IscsiTargetCommandSequencer::Take(Command& command)
{
    if (!HasNext())
    {
        return false;
    }
    const auto next = m_early.find(m_commandWindow.GetExpCmdSn());
    command = next->second;
    m_early.erase(next);
    return true;
}

void
IscsiTargetCommandSequencer::Advance()
{
    m_commandWindow.Advance();
}

void
IscsiTargetCommandSequencer::Plug(uint32_t cmdSn)
{
    NS_LOG_INFO("missing command given up: CmdSN " << cmdSn << ", ExpCmdSN "
                                                   << m_commandWindow.GetExpCmdSn());
    m_early[cmdSn] = {nullptr, IscsiOpcode::NOP_OUT, nullptr};
}

void
IscsiTargetCommandSequencer::PlugBefore(uint32_t cmdSn)
{
    for (uint32_t i = m_commandWindow.GetExpCmdSn();
         IscsiSerialLess(i, cmdSn) && m_commandWindow.Contains(i);
         i++)
    {
        m_early.insert({i, {nullptr, IscsiOpcode::NOP_OUT, nullptr}});
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
