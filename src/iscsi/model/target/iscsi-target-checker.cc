/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-checker.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/iscsi-session-checker.h"
#include "ns3/iscsi-target-task-functions.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiTargetChecker");

namespace
{

/**
 * @tparam T the kind of PDU
 * @param pdu a PDU of that kind
 * @return its header
 */
template <typename T>
T
Read(const Ptr<const Packet>& pdu)
{
    T header;
    header.Peek(pdu);
    return header;
}

} // namespace

IscsiTargetChecker::IscsiTargetChecker(Report report, Time timeout)
    : m_report(std::move(report)),
      m_timeout(timeout)
{
}

void
IscsiTargetChecker::NoteSent(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    switch (opcode)
    {
    case IscsiOpcode::LOGIN_RESPONSE:
        m_isFast = m_isFast || SaysIscsiFastAbort(pdu);
        break;
    case IscsiOpcode::SCSI_DATA_IN: {
        const auto header = Read<IscsiDataInHeader>(pdu);
        if (header.statusPresent)
        {
            m_commands.erase(header.initiatorTaskTag);
        }
        break;
    }
    case IscsiOpcode::R2T:
        NoteRequest(Read<IscsiR2tHeader>(pdu).initiatorTaskTag);
        break;
    case IscsiOpcode::SCSI_RESPONSE:
        m_commands.erase(Read<IscsiScsiResponseHeader>(pdu).initiatorTaskTag);
        break;
    case IscsiOpcode::TASK_MANAGEMENT_RESPONSE:
        NoteAnswer(pdu);
        break;
    default:
        break;
    }
}

void
IscsiTargetChecker::NoteReceived(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    switch (opcode)
    {
    case IscsiOpcode::LOGIN_REQUEST:
        if (Read<IscsiLoginRequestHeader>(pdu).tsih == 0)
        {
            // A new session: nothing of the one before counts.
            m_commands.clear();
            m_functions.clear();
            m_ended.clear();
            m_endedOrder.clear();
            m_isFast = false;
        }
        break;
    case IscsiOpcode::SCSI_COMMAND: {
        const auto header = Read<IscsiScsiCommandHeader>(pdu);
        // A tag may be used again.
        m_ended.erase(header.initiatorTaskTag);
        m_commands[header.initiatorTaskTag] = {header.cmdSn, header.lun, Simulator::Now()};
        break;
    }
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST: {
        const auto header = Read<IscsiTaskManagementRequestHeader>(pdu);
        m_functions[header.initiatorTaskTag] = header;
        break;
    }
    case IscsiOpcode::SCSI_DATA_OUT:
        CheckDataOut(pdu);
        NoteData(Read<IscsiDataOutHeader>(pdu).initiatorTaskTag);
        break;
    default:
        break;
    }
}

void
IscsiTargetChecker::NoteRequest(uint32_t tag)
{
    const auto command = m_commands.find(tag);
    if (command != m_commands.end())
    {
        command->second.asked = Simulator::Now();
    }
}

void
IscsiTargetChecker::NoteData(uint32_t tag)
{
    const auto command = m_commands.find(tag);
    // What comes too late makes no difference: only another R2T does.
    if (command != m_commands.end() && !IsGivenUp(command->second))
    {
        command->second.asked = Simulator::Now();
    }
}

bool
IscsiTargetChecker::IsGivenUp(const Command& command) const
{
    return Simulator::Now() - command.asked >= m_timeout;
}

void
IscsiTargetChecker::NoteAnswer(const Ptr<const Packet>& pdu)
{
    const auto answer = Read<IscsiTaskManagementResponseHeader>(pdu);
    const auto it = m_functions.find(answer.initiatorTaskTag);
    if (it == m_functions.end())
    {
        return;
    }
    const auto function = it->second;
    m_functions.erase(it);
    if (m_isFast || answer.response != IscsiTaskManagementResponseCode::FUNCTION_COMPLETE)
    {
        return;
    }
    if (function.function == IscsiTaskManagementFunction::ABORT_TASK)
    {
        // Its data may still come.
        m_commands.erase(function.referencedTaskTag);
    }
    if (!EndsTasks(function.function))
    {
        return;
    }
    const bool isOfAll = IsFunctionForTarget(function.function);
    for (auto command = m_commands.begin(); command != m_commands.end();)
    {
        const auto cmdSn = command->second.cmdSn;
        if ((!isOfAll && command->second.lun != function.lun) ||
            !IscsiSerialLess(cmdSn, function.cmdSn))
        {
            ++command;
            continue;
        }
        if (!IsGivenUp(command->second))
        {
            m_ended[command->first] = cmdSn;
            m_endedOrder.push_back(command->first);
        }
        command = m_commands.erase(command);
    }
    while (m_endedOrder.size() > KEPT)
    {
        m_ended.erase(m_endedOrder.front());
        m_endedOrder.pop_front();
    }
}

void
IscsiTargetChecker::CheckDataOut(const Ptr<const Packet>& pdu) const
{
    const auto header = Read<IscsiDataOutHeader>(pdu);
    const auto ended = m_ended.find(header.initiatorTaskTag);
    if (ended != m_ended.end() && header.targetTransferTag != IscsiHeader::RESERVED_TAG)
    {
        m_report("CmdSN " + std::to_string(ended->second) +
                 " gets data that an R2T asked for when the task management function that ended it "
                 "has been answered");
    }
}

} // namespace ns3
