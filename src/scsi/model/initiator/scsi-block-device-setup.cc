/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How ScsiBlockDevice learns about its logical unit.

#include "scsi-block-device.h"

#include "ns3/assert.h"
#include "ns3/block-io-permanent-failure.h"
#include "ns3/log.h"
#include "ns3/multipath-access.h"
#include "ns3/scsi-block-status.h"
#include "ns3/scsi-bytes.h"
#include "ns3/scsi-inquiry.h"
#include "ns3/scsi-mode-pages.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScsiBlockDeviceSetup");

namespace
{

/// Bytes asked of INQUIRY: standard data with its version descriptors (SPC-4, 6.6.2).
constexpr uint16_t INQUIRY_LENGTH = 96;
/// Bytes of the block limits page up to its MAXIMUM TRANSFER LENGTH and what SBC-3 has behind.
constexpr uint16_t LIMITS_LENGTH = 64;
/// Bytes of READ CAPACITY(16)'s answer.
constexpr uint32_t CAPACITY_16_LENGTH = 32;
/// LBPME in byte 14 of it: blocks can be unmapped (SBC-3, 5.17).
constexpr uint8_t LBPME = 0x80;
/// Bytes of READ CAPACITY(10)'s answer.
constexpr uint32_t CAPACITY_10_LENGTH = 8;
/// Bytes of MODE SENSE(6)'s header and caching page.
constexpr uint32_t CACHING_LENGTH = 24;
/// Most bytes of one command, whatever the unit allows, so that offsets stay well in 32 bits.
constexpr uint32_t MAX_COMMAND_LENGTH = 1 << 30;
/// Largest block that makes sense, bytes.
constexpr uint32_t MAX_BLOCK_SIZE = 1 << 20;

/// Byte of standard INQUIRY data with TPGS_BITS, and its bits (SPC-4, 6.6.2).
constexpr std::size_t TPGS_BYTE = 5;
constexpr uint8_t TPGS_BITS = 0x30;
/// Most bytes asked of the device identification page and of REPORT TARGET PORT GROUPS.
constexpr uint16_t ACCESS_LENGTH = 1024;
/// Designator type of a target port group (SPC-4, 7.8.6.8).
constexpr uint8_t PORT_GROUP_DESIGNATOR = 5;
/// Service action of REPORT TARGET PORT GROUPS.
constexpr uint8_t REPORT_TARGET_PORT_GROUPS = 0x0a;
/// From a refusal for now until the unit is asked again.
const Time ACCESS_INTERVAL = Seconds(1);
/// How often a unit that another initiator has reserved is asked again.
constexpr uint32_t MOST_CONFLICTS = 30;

/**
 * @return the CDB of REPORT TARGET PORT GROUPS (SPC-4, 6.37)
 */
ScsiCdb
MakeReport()
{
    auto cdb = MakeScsiCdb(ScsiOpcode::MAINTENANCE_IN);
    cdb[1] = REPORT_TARGET_PORT_GROUPS;
    PutScsiNumber(&cdb[6], 4, ACCESS_LENGTH);
    return cdb;
}

} // namespace

const char*
ScsiBlockDevice::GetStateName(State state)
{
    switch (state)
    {
    case State::WAITING_FOR_PORT:
        return "WAITING_FOR_PORT";
    case State::TESTING:
        return "TESTING";
    case State::IDENTIFYING:
        return "IDENTIFYING";
    case State::READING_LIMITS:
        return "READING_LIMITS";
    case State::READING_CAPACITY:
        return "READING_CAPACITY";
    case State::READING_CACHE:
        return "READING_CACHE";
    case State::READING_GROUP:
        return "READING_GROUP";
    case State::READING_ACCESS:
        return "READING_ACCESS";
    case State::READY:
        return "READY";
    case State::FAILED:
        return "FAILED";
    }
    return "unknown";
}

void
ScsiBlockDevice::SetState(State state)
{
    NS_LOG_INFO(GetStateName(m_state) << " -> " << GetStateName(state));
    const auto from = m_state;
    m_state = state;
    m_stateTrace(from, state);
}

void
ScsiBlockDevice::Fail(const std::string& reason)
{
    NS_LOG_WARN("LUN " << m_lun << " in state " << GetStateName(m_state) << ": " << reason);
    const auto port = m_port->GetObject<BlockIoPermanentFailure>();
    const auto text = (port ? port->GetSubject() : "ns3::ScsiBlockDevice") + ", LUN " +
                      std::to_string(m_lun) + ": " + reason;
    SetState(State::FAILED);
    GetObject<BlockIoPermanentFailure>()->Declare(text);
    if (!m_mayFail && !m_hasBeenReady)
    {
        // From an event of its own, so that no caller is left half-way.
        Simulator::ScheduleNow([text]() { throw UserError(text); });
    }
}

ScsiBlockDevice::State
ScsiBlockDevice::GetState() const
{
    return m_state;
}

void
ScsiBlockDevice::SetPort(Ptr<ScsiInitiatorPort> port)
{
    if (!port)
    {
        return;
    }
    NS_ASSERT_MSG(!m_port, "the port can be set only once");
    m_port = port;
    // The other attributes may not be set yet.
    Simulator::ScheduleNow(&ScsiBlockDevice::Start, Ptr<ScsiBlockDevice>(this));
}

Ptr<ScsiInitiatorPort>
ScsiBlockDevice::GetPort() const
{
    return m_port;
}

void
ScsiBlockDevice::Start()
{
    const auto failure = m_port ? m_port->GetObject<BlockIoPermanentFailure>() : nullptr;
    if (failure && failure->HasOccurred())
    {
        PortFailed(failure->GetReason());
        return;
    }
    if (failure)
    {
        failure->TraceConnectWithoutContext(
            "Failed",
            MakeCallback(&ScsiBlockDevice::PortFailed, Ptr<ScsiBlockDevice>(this)));
    }
    AwaitPort();
}

void
ScsiBlockDevice::AwaitPort()
{
    if (m_port && m_state != State::FAILED)
    {
        m_port->CallWhenReady(MakeCallback(&ScsiBlockDevice::BeginSetup, this));
    }
}

void
ScsiBlockDevice::BeginSetup()
{
    if (m_state == State::FAILED)
    {
        return;
    }
    Ask(State::TESTING, MakeScsiCdb(ScsiOpcode::TEST_UNIT_READY), 0, &ScsiBlockDevice::TestDone);
}

void
ScsiBlockDevice::Ask(State state, const ScsiCdb& cdb, uint32_t length, DoneHandler done)
{
    SetState(state);
    SendQuestion(cdb, length, done);
}

void
ScsiBlockDevice::SendQuestion(const ScsiCdb& cdb, uint32_t length, DoneHandler done)
{
    auto command = Create<Command>();
    command->transfer = Create<Transfer>(nullptr, length, true);
    command->cdb = cdb;
    command->dataInLength = length;
    command->done = done;
    Send(command);
}

bool
ScsiBlockDevice::CheckAnswer(Ptr<Command> command)
{
    if (m_state == State::FAILED)
    {
        return false;
    }
    if (command->response != ScsiServiceResponse::COMMAND_COMPLETE)
    {
        SetState(State::WAITING_FOR_PORT);
        Simulator::Schedule(m_retryDelay, &ScsiBlockDevice::AwaitPort, Ptr<ScsiBlockDevice>(this));
        return false;
    }
    const bool isReserved =
        command->status == ScsiStatus::RESERVATION_CONFLICT && m_conflicts++ < MOST_CONFLICTS;
    if (isReserved || IsAccessRefused(*command))
    {
        NS_LOG_INFO((isReserved ? "reserved" : "target port of no use")
                    << " for now: LUN " << m_lun);
        SetState(State::WAITING_FOR_PORT);
        Simulator::Schedule(ACCESS_INTERVAL,
                            &ScsiBlockDevice::AwaitPort,
                            Ptr<ScsiBlockDevice>(this));
        return false;
    }
    if (command->status != ScsiStatus::GOOD)
    {
        Fail(DescribeScsiOutcome(*command));
        return false;
    }
    return true;
}

void
ScsiBlockDevice::TestDone(Ptr<Command> command)
{
    if (CheckAnswer(command))
    {
        Ask(State::IDENTIFYING,
            ScsiInquiryCdb{false, 0, INQUIRY_LENGTH}.Encode(),
            INQUIRY_LENGTH,
            &ScsiBlockDevice::InquiryDone);
    }
}

void
ScsiBlockDevice::InquiryDone(Ptr<Command> command)
{
    if (!CheckAnswer(command))
    {
        return;
    }
    std::vector<uint8_t> bytes(TPGS_BYTE + 1);
    command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
    m_isAsymmetric = m_failFast && bytes[TPGS_BYTE] & TPGS_BITS;
    const auto peripheral = bytes[0];
    if (peripheral != 0)
    {
        Fail("not a disk; its peripheral byte is " + std::to_string(peripheral));
        return;
    }
    const auto page = static_cast<uint8_t>(ScsiVpdPage::BLOCK_LIMITS);
    Ask(State::READING_LIMITS,
        ScsiInquiryCdb{true, page, LIMITS_LENGTH}.Encode(),
        LIMITS_LENGTH,
        &ScsiBlockDevice::LimitsDone);
}

void
ScsiBlockDevice::LimitsDone(Ptr<Command> command)
{
    // A unit need not have the page: then it has no limit.
    const bool refused =
        command->status == ScsiStatus::CHECK_CONDITION && !IsAccessRefused(*command);
    if (!refused && !CheckAnswer(command))
    {
        return;
    }
    if (!refused)
    {
        std::vector<uint8_t> bytes(LIMITS_LENGTH);
        command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
        m_unitLimit = static_cast<uint32_t>(GetScsiNumber(&bytes[8], 4));
        // MAXIMUM WRITE SAME LENGTH (SBC-3, 6.5.3): a unit that has none need not have the command.
        m_maxZeroBlocks =
            static_cast<uint32_t>(std::min<uint64_t>(GetScsiNumber(&bytes[36], 8), UINT32_MAX));
    }
    ScsiReadCapacity16Cdb cdb;
    cdb.allocationLength = CAPACITY_16_LENGTH;
    Ask(State::READING_CAPACITY,
        cdb.Encode(),
        CAPACITY_16_LENGTH,
        &ScsiBlockDevice::Capacity16Done);
}

void
ScsiBlockDevice::Capacity16Done(Ptr<Command> command)
{
    const auto sense = ScsiSense::Decode(command->sense);
    if (command->status == ScsiStatus::CHECK_CONDITION && sense &&
        sense->key == ScsiSenseKey::ILLEGAL_REQUEST)
    {
        Ask(State::READING_CAPACITY,
            MakeScsiCdb(ScsiOpcode::READ_CAPACITY_10),
            CAPACITY_10_LENGTH,
            &ScsiBlockDevice::Capacity10Done);
        return;
    }
    if (CheckAnswer(command))
    {
        std::vector<uint8_t> bytes(CAPACITY_16_LENGTH);
        command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
        m_canUnmap = bytes[14] & LBPME;
        SetCapacity(GetScsiNumber(&bytes[0], 8),
                    static_cast<uint32_t>(GetScsiNumber(&bytes[8], 4)));
    }
}

void
ScsiBlockDevice::Capacity10Done(Ptr<Command> command)
{
    if (CheckAnswer(command))
    {
        std::vector<uint8_t> bytes(CAPACITY_10_LENGTH);
        command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
        SetCapacity(GetScsiNumber(&bytes[0], 4),
                    static_cast<uint32_t>(GetScsiNumber(&bytes[4], 4)));
    }
}

void
ScsiBlockDevice::SetCapacity(uint64_t lastLba, uint32_t blockSize)
{
    if (lastLba == UINT64_MAX || blockSize == 0 || blockSize > MAX_BLOCK_SIZE)
    {
        Fail("a last block " + std::to_string(lastLba) + " of " + std::to_string(blockSize) +
             " bytes is not possible");
        return;
    }
    m_blockCount = lastLba + 1;
    m_blockSize = blockSize;
    const auto length = m_maxTransferLength == 0
                            ? MAX_COMMAND_LENGTH
                            : std::min(m_maxTransferLength, MAX_COMMAND_LENGTH);
    m_maxBlocks = std::max(length / blockSize, 1U);
    if (m_unitLimit != 0)
    {
        m_maxBlocks = std::min(m_maxBlocks, m_unitLimit);
    }
    ScsiModeSenseCdb cdb;
    cdb.disableBlockDescriptors = true;
    cdb.page = ScsiModeSenseCdb::CACHING_PAGE;
    cdb.allocationLength = CACHING_LENGTH;
    Ask(State::READING_CACHE, cdb.Encode(), CACHING_LENGTH, &ScsiBlockDevice::CacheDone);
}

void
ScsiBlockDevice::CacheDone(Ptr<Command> command)
{
    // A unit need not have the page: then it has no write cache.
    const bool refused =
        command->status == ScsiStatus::CHECK_CONDITION && !IsAccessRefused(*command);
    // A persistent reservation of another may last for ever, and forbids no more than this.
    const bool isReserved =
        command->status == ScsiStatus::RESERVATION_CONFLICT && m_conflicts >= MOST_CONFLICTS;
    if (!refused && !isReserved && !CheckAnswer(command))
    {
        return;
    }
    if (isReserved)
    {
        m_cache = {true, true};
    }
    else
    {
        std::vector<uint8_t> bytes(CACHING_LENGTH);
        command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
        m_cache = FindScsiCacheSettings(bytes).value_or(BlockCacheSettings());
    }
    if (!m_isAsymmetric)
    {
        BeReady();
        return;
    }
    const auto page = static_cast<uint8_t>(ScsiVpdPage::DEVICE_IDENTIFICATION);
    Ask(State::READING_GROUP,
        ScsiInquiryCdb{true, page, ACCESS_LENGTH}.Encode(),
        ACCESS_LENGTH,
        &ScsiBlockDevice::GroupDone);
}

void
ScsiBlockDevice::GroupDone(Ptr<Command> command)
{
    if (!CheckAnswer(command))
    {
        return;
    }
    std::vector<uint8_t> bytes(ACCESS_LENGTH);
    command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
    const auto end = std::min<std::size_t>(4 + GetScsiNumber(&bytes[2], 2), bytes.size());
    for (std::size_t at = 4; at + 8 <= end; at += 4 + bytes[at + 3])
    {
        if ((bytes[at + 1] & 0x0f) == PORT_GROUP_DESIGNATOR)
        {
            m_portGroup = static_cast<uint16_t>(GetScsiNumber(&bytes[at + 6], 2));
        }
    }
    Ask(State::READING_ACCESS, MakeReport(), ACCESS_LENGTH, &ScsiBlockDevice::AccessDone);
}

void
ScsiBlockDevice::AccessDone(Ptr<Command> command)
{
    if (CheckAnswer(command))
    {
        UpdateAccessState(command);
        BeReady();
    }
}

void
ScsiBlockDevice::AccessReadAgain(Ptr<Command> command)
{
    if (command->response == ScsiServiceResponse::COMMAND_COMPLETE &&
        command->status == ScsiStatus::GOOD)
    {
        UpdateAccessState(command);
    }
}

void
ScsiBlockDevice::UpdateAccessState(Ptr<Command> command)
{
    std::vector<uint8_t> bytes(ACCESS_LENGTH);
    command->transfer->dataIn.Take()->CopyData(bytes.data(), bytes.size());
    const auto end = std::min<std::size_t>(4 + GetScsiNumber(&bytes[0], 4), bytes.size());
    // A descriptor of 8 bytes for each group, and 4 bytes more for each of its ports.
    for (std::size_t at = 4; at + 8 <= end; at += 8 + 4 * std::size_t{bytes[at + 7]})
    {
        if (GetScsiNumber(&bytes[at + 2], 2) == m_portGroup)
        {
            const bool isOptimized = (bytes[at] & 0x0f) == 0;
            NS_LOG_INFO("LUN " << m_lun << ", target port group " << m_portGroup << ": "
                               << (isOptimized ? "optimized" : "not optimized"));
            GetObject<MultipathAccess>()->SetOptimized(isOptimized);
        }
    }
}

void
ScsiBlockDevice::NoteAccessChange(const Command& command)
{
    const auto sense = ScsiSense::Decode(command.sense);
    if (m_isAsymmetric && IsReady() && sense &&
        sense->additional == ScsiAdditionalSense::ASYMMETRIC_ACCESS_STATE_CHANGED)
    {
        SendQuestion(MakeReport(), ACCESS_LENGTH, &ScsiBlockDevice::AccessReadAgain);
    }
}

bool
ScsiBlockDevice::IsAccessRefused(const ScsiTask& task) const
{
    const auto sense = m_failFast && task.status == ScsiStatus::CHECK_CONDITION
                           ? ScsiSense::Decode(task.sense)
                           : std::nullopt;
    return sense && (sense->additional == ScsiAdditionalSense::ASYMMETRIC_ACCESS_STATE_TRANSITION ||
                     sense->additional == ScsiAdditionalSense::TARGET_PORT_IN_STANDBY_STATE ||
                     sense->additional == ScsiAdditionalSense::TARGET_PORT_IN_UNAVAILABLE_STATE);
}

void
ScsiBlockDevice::BeReady()
{
    NS_LOG_INFO("LUN " << m_lun << " ready: " << m_blockCount << " blocks of " << m_blockSize
                       << " bytes, write cache " << (m_cache.writeCache ? "on" : "off"));
    m_hasBeenReady = true;
    SetState(State::READY);
    NotifyReady();
}

} // namespace ns3
