/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-session-checker.h"

#include "ns3/iscsi-connection.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/log.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiSessionChecker");

namespace
{

// Places of fields in basic header segments.
constexpr uint32_t TSIH = 14;               // 11.12
constexpr uint32_t TASK_TAG = 16;           // 11.2.1.8
constexpr uint32_t TRANSFER_TAG = 20;       // 11.7.4
constexpr uint32_t REFERENCED_TAG = 20;     // 11.5.6
constexpr uint32_t STAT_SN = 24;            // 11.4.6
constexpr uint32_t CMD_SN = 24;             // 11.3.5
constexpr uint32_t EXP_STAT_SN = 28;        // 11.3.6
constexpr uint32_t EXP_CMD_SN = 28;         // 11.4.8
constexpr uint32_t MAX_CMD_SN = 32;         // 11.4.9
constexpr uint32_t NUMBER_OF_TRANSFER = 36; // DataSN, R2TSN, ExpDataSN: 11.7.5, 11.8.3, 11.4.7
constexpr uint32_t FLAGS = 1;
constexpr uint8_t FUNCTION = 0x7f;
constexpr auto TASK_REASSIGN = static_cast<uint8_t>(IscsiTaskManagementFunction::TASK_REASSIGN);
constexpr uint8_t FINAL = 0x80;
constexpr uint8_t STATUS_PRESENT = 0x01;
constexpr uint8_t IMMEDIATE = 0x40;
constexpr uint32_t STATUS = 3;
constexpr uint32_t LUN = 8; // 11.2.1.7
constexpr uint32_t RESPONSE = 2;

/// Functions that end tasks of a logical unit, and those that end all.
constexpr std::array ENDS_OF_UNIT{IscsiTaskManagementFunction::ABORT_TASK_SET,
                                  IscsiTaskManagementFunction::CLEAR_TASK_SET,
                                  IscsiTaskManagementFunction::LOGICAL_UNIT_RESET};
constexpr std::array ENDS_OF_ALL{IscsiTaskManagementFunction::TARGET_WARM_RESET,
                                 IscsiTaskManagementFunction::TARGET_COLD_RESET};

/**
 * @param functions some functions
 * @param function the number of one
 * @return whether it is among them
 */
template <std::size_t N>
bool
Contains(const std::array<IscsiTaskManagementFunction, N>& functions, uint8_t function)
{
    return std::find(functions.begin(),
                     functions.end(),
                     static_cast<IscsiTaskManagementFunction>(function)) != functions.end();
}

/**
 * @param pdu a PDU
 * @return its basic header segment
 */
IscsiBhs
Read(const Ptr<const Packet>& pdu)
{
    IscsiBhs bhs;
    pdu->CopyData(bhs.Data(), IscsiBhs::SIZE);
    return bhs;
}

} // namespace

bool
SaysIscsiFastAbort(const Ptr<const Packet>& pdu)
{
    std::string bytes(pdu->GetSize(), '\0');
    pdu->CopyData(reinterpret_cast<uint8_t*>(bytes.data()), bytes.size());
    return bytes.find("TaskReporting=FastAbort") != std::string::npos;
}

void
IscsiSessionChecker::Numbers::Note(uint32_t number)
{
    if (number > next)
    {
        early.insert(number);
        return;
    }
    next += number == next ? 1 : 0;
    while (!early.empty() && *early.begin() <= next)
    {
        next += *early.begin() == next ? 1 : 0;
        early.erase(early.begin());
    }
}

IscsiSessionChecker::IscsiSessionChecker(Report report)
    : m_report(std::move(report))
{
}

void
IscsiSessionChecker::NoteSent(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    ++m_pdus;
    const auto bhs = Read(pdu);
    if (opcode != IscsiOpcode::LOGIN_REQUEST)
    {
        CheckAcknowledged(bhs.GetU32(EXP_STAT_SN));
    }
    switch (opcode)
    {
    case IscsiOpcode::LOGIN_REQUEST:
        if (bhs.GetNumber<2>(TSIH) == 0)
        {
            // A new session: nothing of the one before counts.
            for (const auto& [tag, task] : m_tasks)
            {
                m_lateTags.insert(tag);
            }
            m_tasks.clear();
            m_incomplete.clear();
            m_ended.clear();
            m_endedOrder.clear();
            m_next.reset();
            m_hasLost = false;
            m_skipped.clear();
            m_statuses.emplace();
        }
        else
        {
            m_statuses.reset();
        }
        break;
    case IscsiOpcode::SCSI_DATA_OUT:
        NoteDataOut(bhs);
        break;
    case IscsiOpcode::SNACK_REQUEST:
        // What is sent again may come twice, and once more than the task lasts.
        m_lateTags.insert(bhs.GetU32(TASK_TAG));
        if (m_statuses)
        {
            // Its window knows of statuses that were sent since, and may be lost as well.
            m_statuses->isWhole = false;
        }
        break;
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
        if ((bhs.GetU8(FLAGS) & FUNCTION) == TASK_REASSIGN)
        {
            // A status that was held back for one before it comes again, with another number.
            m_lateTags.insert(bhs.GetU32(REFERENCED_TAG));
        }
        m_hasAborts = true;
        [[fallthrough]];
    default:
        NoteRequest(bhs, opcode);
        break;
    }
}

void
IscsiSessionChecker::NoteRequest(const IscsiBhs& bhs, IscsiOpcode opcode)
{
    const auto tag = bhs.GetU32(TASK_TAG);
    const auto cmdSn = bhs.GetU32(CMD_SN);
    const auto isImmediate = bhs.GetFlag(0, IMMEDIATE);
    const auto found = m_tasks.find(tag);
    const auto isRepeated =
        found != m_tasks.end() && found->second.opcode == opcode && found->second.cmdSn == cmdSn;
    if (isRepeated || (opcode == IscsiOpcode::TEXT_REQUEST && found != m_tasks.end()))
    {
        // A text exchange of several requests keeps its tag.
        if (!isRepeated)
        {
            CheckCmdSn(cmdSn, isImmediate);
            found->second.cmdSn = cmdSn;
        }
        else if (isImmediate)
        {
            // No number tells a target that it has it already: it may answer each.
            m_lateTags.insert(tag);
        }
        return;
    }
    const auto ended = m_ended.find(tag);
    if (found == m_tasks.end() && ended != m_ended.end() && ended->second.cmdSn == cmdSn &&
        !isImmediate)
    {
        // It was to be sent again, and waited for the host when its answer came.
        m_lateTags.insert(tag);
        return;
    }
    CheckCmdSn(cmdSn, isImmediate);
    if (tag == IscsiHeader::RESERVED_TAG)
    {
        return;
    }
    if (found != m_tasks.end() && !found->second.isGivenUp)
    {
        m_report("CmdSN " + std::to_string(cmdSn) + ": its tag " + FormatIscsiTag(tag) +
                 " is that of the task with CmdSN " + std::to_string(found->second.cmdSn) +
                 ", which has not ended");
    }
    Task task;
    task.opcode = opcode;
    task.cmdSn = cmdSn;
    task.lun = bhs.GetNumber<8>(LUN);
    task.function =
        opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST ? bhs.GetU8(FLAGS) & FUNCTION : 0;
    task.isImmediate = isImmediate;
    task.mayHaveEnded = m_mayEnd;
    m_tasks[tag] = task;
    m_incomplete.erase(tag);
    m_lateTags.erase(tag);
}

void
IscsiSessionChecker::CheckCmdSn(uint32_t cmdSn, bool isImmediate)
{
    if (!isImmediate && m_skipped.erase(cmdSn) > 0)
    {
        return;
    }
    if (isImmediate && m_hasCores && m_next && IscsiSerialLess(cmdSn, *m_next))
    {
        return;
    }
    const auto mayLeaveOut = m_hasLost || m_hasCores;
    for (; m_next && mayLeaveOut && IscsiSerialLess(*m_next, cmdSn); ++*m_next)
    {
        m_skipped.insert(*m_next);
    }
    if (m_next && cmdSn != *m_next)
    {
        m_report("CmdSN " + std::to_string(cmdSn) + " is sent where " + std::to_string(*m_next) +
                 " is next");
    }
    if (!isImmediate || !m_next)
    {
        m_next = isImmediate ? cmdSn : cmdSn + 1;
    }
}

void
IscsiSessionChecker::NoteDataOut(const IscsiBhs& bhs)
{
    const auto found = m_tasks.find(bhs.GetU32(TASK_TAG));
    if (found == m_tasks.end())
    {
        // It may have waited for TCP when the status came.
        if (m_ended.contains(bhs.GetU32(TASK_TAG)))
        {
            return;
        }
        m_report("Data-Out of tag " + FormatIscsiTag(bhs.GetU32(TASK_TAG)) + ", which no task has");
        return;
    }
    auto& next = found->second.nextDataOutSn[bhs.GetU32(TRANSFER_TAG)];
    const auto number = bhs.GetU32(NUMBER_OF_TRANSFER);
    if (number != 0 && number != next)
    {
        m_report("Data-Out of CmdSN " + std::to_string(found->second.cmdSn) + ": DataSN " +
                 std::to_string(number) + " is sent where " + std::to_string(next) + " is next");
    }
    next = bhs.GetFlag(FLAGS, FINAL) ? 0 : number + 1;
    if (bhs.GetFlag(FLAGS, FINAL))
    {
        found->second.r2ts.erase(bhs.GetU32(TRANSFER_TAG));
    }
}

void
IscsiSessionChecker::NoteReceived(Ptr<const Packet> pdu, IscsiOpcode opcode)
{
    ++m_pdus;
    const auto bhs = Read(pdu);
    if (opcode == IscsiOpcode::LOGIN_RESPONSE)
    {
        if (m_statuses)
        {
            m_statuses = Statuses{bhs.GetU32(STAT_SN) + 1, {}, {}, true};
        }
        m_places = bhs.GetU32(MAX_CMD_SN) - bhs.GetU32(EXP_CMD_SN) + 1;
        m_isFast = m_isFast || SaysIscsiFastAbort(pdu);
        return;
    }
    CheckWindow(bhs);
    if (m_statuses)
    {
        CheckStatSn(bhs, opcode);
    }
    switch (opcode)
    {
    case IscsiOpcode::SCSI_DATA_IN: {
        const auto hasStatus = bhs.GetFlag(FLAGS, STATUS_PRESENT);
        if (hasStatus && HasEnded(bhs))
        {
            break;
        }
        NoteTransfer(bhs, opcode);
        if (hasStatus)
        {
            NoteStatus(bhs, std::nullopt);
        }
        break;
    }
    case IscsiOpcode::R2T:
        NoteTransfer(bhs, opcode);
        break;
    case IscsiOpcode::SCSI_RESPONSE: {
        const auto isGood = bhs.GetU8(STATUS) == 0 && bhs.GetU8(RESPONSE) == 0;
        const auto expected = bhs.GetU32(NUMBER_OF_TRANSFER);
        NoteStatus(bhs, isGood ? std::optional<uint32_t>(expected) : std::nullopt);
        break;
    }
    case IscsiOpcode::ASYNC_MESSAGE:
        // A target may end tasks, connections and the session.
        GiveUpAll();
        break;
    case IscsiOpcode::REJECT:
        // The request that it names may have no answer.
        GiveUpAll();
        break;
    case IscsiOpcode::LOGOUT_RESPONSE:
        // What has no status now gets none.
        GiveUpAll();
        NoteAnswer(bhs, opcode);
        break;
    default:
        NoteAnswer(bhs, opcode);
        break;
    }
    // Data say nothing of statuses before them, which may be lost.
    if (opcode != IscsiOpcode::SCSI_DATA_IN || bhs.GetFlag(FLAGS, STATUS_PRESENT))
    {
        CheckPlaces(bhs);
    }
}

void
IscsiSessionChecker::NoteState(const std::string& machine,
                               const std::string& /* oldState */,
                               const std::string& newState)
{
    const auto concernsConnection = machine.starts_with("connection");
    const auto lost = GetIscsiConnectionStateName(IscsiConnectionState::CLEANUP_WAIT);
    m_hasLost = m_hasLost || (concernsConnection && newState == lost);
}

void
IscsiSessionChecker::CheckWindow(const IscsiBhs& bhs)
{
    const auto expected = bhs.GetU32(EXP_CMD_SN);
    const auto most = bhs.GetU32(MAX_CMD_SN);
    if (m_next && IscsiSerialLess(*m_next, expected))
    {
        m_report("ExpCmdSN " + std::to_string(expected) + " is beyond " + std::to_string(*m_next) +
                 ", the next CmdSN");
    }
    if (IscsiSerialLess(most, expected - 1))
    {
        m_report("MaxCmdSN " + std::to_string(most) + " is below ExpCmdSN " +
                 std::to_string(expected) + " less one");
    }
}

void
IscsiSessionChecker::CheckPlaces(const IscsiBhs& bhs)
{
    if (!m_statuses || !m_statuses->isWhole || m_hasAborts)
    {
        return;
    }
    const auto expected = bhs.GetU32(EXP_CMD_SN);
    const auto most = bhs.GetU32(MAX_CMD_SN);
    const auto offered = IscsiSerialLess(most, expected) ? 0 : most + 1 - expected;
    if (offered + m_tasks.size() <= m_places)
    {
        return;
    }
    const auto taken =
        std::count_if(m_tasks.begin(), m_tasks.end(), [expected](const auto& member) {
            const auto& task = member.second;
            return task.opcode == IscsiOpcode::SCSI_COMMAND && !task.isImmediate &&
                   !task.isGivenUp && !task.status && IscsiSerialLess(task.cmdSn, expected);
        });
    if (offered + taken > m_places)
    {
        m_report("MaxCmdSN " + std::to_string(most) + " offers " + std::to_string(offered) +
                 " places beside " + std::to_string(taken) +
                 " commands without a status, where there were " + std::to_string(m_places));
    }
}

void
IscsiSessionChecker::CheckQuiet(const Task& function, uint32_t statSn)
{
    const bool isOfAll = Contains(ENDS_OF_ALL, function.function);
    if (m_isFast || !(isOfAll || Contains(ENDS_OF_UNIT, function.function)))
    {
        return;
    }
    for (auto& [tag, task] : m_tasks)
    {
        if (task.opcode != IscsiOpcode::SCSI_COMMAND || (!isOfAll && task.lun != function.lun) ||
            !IscsiSerialLess(task.cmdSn, function.cmdSn))
        {
            continue;
        }
        task.fence = statSn;
        if (m_statuses && !task.mayHaveEnded && !task.r2ts.empty())
        {
            m_report("CmdSN " + std::to_string(task.cmdSn) +
                     " is ended by task management while data that an R2T asked for is to come");
        }
    }
}

void
IscsiSessionChecker::CheckFence(const Task& task, uint32_t statSn) const
{
    if (!task.fence || m_hasLost || (m_statuses && IscsiSerialLess(statSn, *task.fence)))
    {
        return;
    }
    m_report("CmdSN " + std::to_string(task.cmdSn) +
             " has a status behind the answer to the task management function that ended it");
}

void
IscsiSessionChecker::CheckStatSn(const IscsiBhs& bhs, IscsiOpcode opcode)
{
    const auto number = bhs.GetU32(STAT_SN);
    const auto tag = bhs.GetU32(TASK_TAG);
    auto& [next, tags, order, isWhole] = *m_statuses;
    const auto isPing = opcode == IscsiOpcode::NOP_IN && tag == IscsiHeader::RESERVED_TAG;
    if (opcode == IscsiOpcode::R2T || isPing)
    {
        if (IscsiSerialLess(number, next))
        {
            m_report(GetIscsiOpcodeName(opcode) + ": StatSN " + std::to_string(number) +
                     " is to be next where it is " + std::to_string(next));
        }
        isWhole &= number == next;
        return;
    }
    if (opcode == IscsiOpcode::SCSI_DATA_IN && !bhs.GetFlag(FLAGS, STATUS_PRESENT))
    {
        return;
    }
    // What is skipped was damaged, and comes again.
    isWhole &= !IscsiSerialLess(next, number);
    next = IscsiSerialLess(number, next) ? next : number + 1;
    const auto [known, isNew] = tags.insert({number, tag});
    if (!isNew && known->second != tag)
    {
        m_report("StatSN " + std::to_string(number) + " is of tag " + FormatIscsiTag(tag) +
                 ", and was of tag " + FormatIscsiTag(known->second));
    }
    if (isNew)
    {
        order.push_back(number);
    }
    if (order.size() > KEPT)
    {
        tags.erase(order.front());
        order.pop_front();
    }
}

IscsiSessionChecker::Task*
IscsiSessionChecker::Find(uint32_t tag, IscsiOpcode opcode)
{
    const auto found = m_tasks.find(tag);
    if (found != m_tasks.end())
    {
        return &found->second;
    }
    if (!m_lateTags.contains(tag))
    {
        m_report(GetIscsiOpcodeName(opcode) + " of tag " + FormatIscsiTag(tag) +
                 ", which no task has");
    }
    return nullptr;
}

void
IscsiSessionChecker::NoteTransfer(const IscsiBhs& bhs, IscsiOpcode opcode)
{
    const auto tag = bhs.GetU32(TASK_TAG);
    auto* task = Find(tag, opcode);
    if (!task)
    {
        return;
    }
    const auto number = bhs.GetU32(NUMBER_OF_TRANSFER);
    if (opcode == IscsiOpcode::R2T && number >= task->numbers.next &&
        !task->numbers.early.contains(number))
    {
        task->r2ts.insert(bhs.GetU32(TRANSFER_TAG));
    }
    task->numbers.Note(number);
    (opcode == IscsiOpcode::R2T ? task->hasR2t : task->hasDataIn) = true;
    if (task->status && !IsIncomplete(*task, *task->status))
    {
        End(tag, task->status->statSn);
    }
}

void
IscsiSessionChecker::NoteStatus(const IscsiBhs& bhs, std::optional<uint32_t> expDataSn)
{
    const auto tag = bhs.GetU32(TASK_TAG);
    if (HasEnded(bhs))
    {
        return;
    }
    auto* task = Find(tag, IscsiOpcode::SCSI_RESPONSE);
    if (!task)
    {
        return;
    }
    const Status status{bhs.GetU32(STAT_SN), expDataSn};
    CheckFence(*task, status.statSn);
    if (m_statuses && IsIncomplete(*task, status))
    {
        task->status = status;
        m_incomplete.insert(tag);
        return;
    }
    End(tag, status.statSn);
}

bool
IscsiSessionChecker::IsIncomplete(const Task& task, const Status& status)
{
    // A target may ask once more for what a lost R2T asked for.
    const auto hasGap = !task.hasR2t && !task.numbers.early.empty();
    // Both kinds are counted as one, but the status counts Data-In PDUs alone.
    const auto isCounted = status.expDataSn && !(task.hasR2t && task.hasDataIn);
    const auto dataIn = task.hasR2t ? 0 : task.numbers.next;
    return hasGap || (isCounted && *status.expDataSn != dataIn);
}

void
IscsiSessionChecker::CheckAcknowledged(uint32_t expStatSn)
{
    const auto incomplete = m_incomplete;
    for (const auto tag : incomplete)
    {
        const auto& task = m_tasks.at(tag);
        const auto [statSn, expDataSn] = *task.status;
        if (IscsiSerialLess(statSn, expStatSn))
        {
            m_report("CmdSN " + std::to_string(task.cmdSn) + " ends with the first " +
                     std::to_string(task.numbers.next) + " of its Data-In PDUs" +
                     (expDataSn ? ", and ExpDataSN is " + std::to_string(*expDataSn)
                                : ", and some of the later ones"));
            End(tag, statSn);
        }
    }
}

bool
IscsiSessionChecker::HasEnded(const IscsiBhs& bhs) const
{
    const auto tag = bhs.GetU32(TASK_TAG);
    const auto ended = m_ended.find(tag);
    return ended != m_ended.end() && ended->second.statSn == bhs.GetU32(STAT_SN) &&
           !m_tasks.contains(tag);
}

void
IscsiSessionChecker::End(uint32_t tag, uint32_t statSn)
{
    const auto cmdSn = m_tasks.at(tag).cmdSn;
    m_tasks.erase(tag);
    m_incomplete.erase(tag);
    if (m_ended.insert_or_assign(tag, Ended{statSn, cmdSn}).second)
    {
        m_endedOrder.push_back(tag);
    }
    if (m_endedOrder.size() > KEPT)
    {
        m_ended.erase(m_endedOrder.front());
        m_endedOrder.pop_front();
    }
}

void
IscsiSessionChecker::NoteAnswer(const IscsiBhs& bhs, IscsiOpcode opcode)
{
    const auto tag = bhs.GetU32(TASK_TAG);
    if (tag == IscsiHeader::RESERVED_TAG)
    {
        // A ping of the target's own.
        return;
    }
    if (HasEnded(bhs) || !Find(tag, opcode))
    {
        return;
    }
    if (opcode == IscsiOpcode::TEXT_RESPONSE && !bhs.GetFlag(FLAGS, FINAL))
    {
        return;
    }
    if (opcode == IscsiOpcode::TASK_MANAGEMENT_RESPONSE && bhs.GetU8(RESPONSE) == 0)
    {
        CheckQuiet(m_tasks.at(tag), bhs.GetU32(STAT_SN));
    }
    End(tag, bhs.GetU32(STAT_SN));
    if (opcode == IscsiOpcode::TASK_MANAGEMENT_RESPONSE)
    {
        GiveUpAll();
    }
}

void
IscsiSessionChecker::GiveUpAll()
{
    for (auto& [tag, task] : m_tasks)
    {
        task.isGivenUp = true;
    }
}

void
IscsiSessionChecker::ExpectAborts(bool mayEnd)
{
    m_mayEnd = mayEnd;
    if (!mayEnd)
    {
        return;
    }
    m_hasAborts = true;
    for (auto& [tag, task] : m_tasks)
    {
        task.mayHaveEnded = true;
    }
}

void
IscsiSessionChecker::ExpectCores()
{
    m_hasCores = true;
}

bool
IscsiSessionChecker::HasOpenFunctions() const
{
    return std::any_of(m_tasks.begin(), m_tasks.end(), [](const auto& member) {
        return member.second.opcode == IscsiOpcode::TASK_MANAGEMENT_REQUEST;
    });
}

uint64_t
IscsiSessionChecker::GetPdus() const
{
    return m_pdus;
}

std::size_t
IscsiSessionChecker::GetOpenCommands() const
{
    std::size_t open = 0;
    for (const auto& [tag, task] : m_tasks)
    {
        open += task.isGivenUp ? 0 : 1;
    }
    return open;
}

} // namespace ns3
