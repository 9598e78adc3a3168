/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-disk-commands.h"

#include "ns3/scsi-atomic-commands.h"
#include "ns3/scsi-block-commands.h"
#include "ns3/scsi-copy-commands.h"
#include "ns3/scsi-medium-commands.h"
#include "ns3/scsi-mode-commands.h"
#include "ns3/scsi-port-group-commands.h"
#include "ns3/scsi-primary-commands.h"
#include "ns3/scsi-provisioning-commands.h"
#include "ns3/scsi-report-commands.h"
#include "ns3/scsi-reservation-commands.h"
#include "ns3/scsi-sanitize-commands.h"
#include "ns3/scsi-update-commands.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

namespace ns3
{

namespace
{

using Atomic = ScsiAtomicCommands;
using Block = ScsiBlockCommands;
using Medium = ScsiMediumCommands;
using Copy = ScsiCopyCommands;
using Mode = ScsiModeCommands;
using PortGroup = ScsiPortGroupCommands;
using Primary = ScsiPrimaryCommands;
using Provisioning = ScsiProvisioningCommands;
using Report = ScsiReportCommands;
using Reservation = ScsiReservationCommands;
using Sanitize = ScsiSanitizeCommands;
using Update = ScsiUpdateCommands;
using Usage = std::array<uint8_t, 32>;

constexpr auto NONE = ScsiAccess::NONE;
constexpr auto READ = ScsiAccess::READ;
constexpr auto WRITE = ScsiAccess::WRITE;

constexpr auto NO_ACTION = ScsiCommand::NO_ACTION;
constexpr uint8_t MEDIUM = ScsiCommand::NEEDS_MEDIUM;
constexpr uint8_t WRITES = ScsiCommand::NEEDS_MEDIUM | ScsiCommand::WRITES;
constexpr uint8_t GROUPS = ScsiCommand::NEEDS_PORT_GROUPS;
constexpr uint8_t RESERVES = ScsiCommand::PASSES_RESERVATION;
constexpr uint8_t TELLS = ScsiCommand::PASSES_ATTENTION | ScsiCommand::PASSES_RESERVATION;

constexpr uint8_t DPO = ScsiBlockCdb::DPO;
constexpr uint8_t DPO_FUA = ScsiBlockCdb::DPO | ScsiBlockCdb::FUA;
/// IMMED of SYNCHRONIZE CACHE, and SYNC_NV, which means nothing since SBC-3: hosts still set it.
constexpr uint8_t SYNC_FLAGS = ScsiBlockCdb::IMMED | 0x04;
constexpr uint8_t IMMED = ScsiBlockCdb::IMMED;
constexpr uint8_t UNMAPS = ScsiBlockCdb::UNMAP;
/// A field that fills its byte.
constexpr uint8_t ALL = 0xff;
/// A service action in byte 1; GROUP NUMBER, which is looked at and means nothing.
constexpr uint8_t LOW_5 = 0x1f;

/**
 * @param bytes the first bytes of a usage map
 * @return the map, zeros behind them
 */
Usage
Pad(std::initializer_list<uint8_t> bytes)
{
    Usage usage{};
    std::copy(bytes.begin(), bytes.end(), usage.begin());
    return usage;
}

/**
 * @param flags bits of byte 1
 * @return the map of a command on a run of blocks, 10 bytes
 */
Usage
Run10(uint8_t flags)
{
    return Pad({ALL, flags, ALL, ALL, ALL, ALL, LOW_5, ALL, ALL});
}

/**
 * @param flags bits of byte 1
 * @return the map of a command on a run of blocks, 12 bytes
 */
Usage
Run12(uint8_t flags)
{
    return Pad({ALL, flags, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, LOW_5});
}

/**
 * @param flags bits of byte 1
 * @return the map of a command on a run of blocks, 16 bytes
 */
Usage
Run16(uint8_t flags)
{
    return Pad({ALL, flags, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, LOW_5});
}

/**
 * @param flags bits of byte 10
 * @return the map of a command on a run of blocks, 32 bytes; no protection information is looked at
 */
Usage
Run32(uint8_t flags)
{
    auto usage = Pad({ALL, 0, 0, 0, 0, 0, LOW_5, ALL, ALL, ALL, flags});
    std::fill_n(usage.begin() + 12, 8, ALL);
    std::fill_n(usage.begin() + 28, 4, ALL);
    return usage;
}

/// Bits of byte 1 of READ and the rest, in the order of their rows.
constexpr uint8_t VERIFY_FLAGS = DPO | ScsiBlockCdb::BYTCHK_MASK;
constexpr uint8_t WRITE_AND_VERIFY_FLAGS = DPO | ScsiBlockCdb::BYTCHK_COMPARE;
constexpr uint8_t WRITE_SAME_FLAGS = UNMAPS | ScsiBlockCdb::NO_DATA_OUT;

/**
 * @return the commands on runs of blocks
 */
std::vector<ScsiCommand>
MakeBlockRows()
{
    using enum ScsiOpcode;
    const auto run6 = Pad({ALL, LOW_5, ALL, ALL, ALL});
    const auto compare =
        Pad({ALL, DPO_FUA, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, 0, 0, 0, ALL, LOW_5});
    return {
        {READ_6, NO_ACTION, run6, MEDIUM, READ, &Block::Read},
        {READ_10, NO_ACTION, Run10(DPO_FUA), MEDIUM, READ, &Block::Read},
        {READ_12, NO_ACTION, Run12(DPO_FUA), MEDIUM, READ, &Block::Read},
        {READ_16, NO_ACTION, Run16(DPO_FUA), MEDIUM, READ, &Block::Read},
        {VARIABLE_LENGTH, 0x0009, Run32(DPO_FUA), MEDIUM, READ, &Block::Read},
        {WRITE_6, NO_ACTION, run6, WRITES, WRITE, &Block::Write},
        {WRITE_10, NO_ACTION, Run10(DPO_FUA), WRITES, WRITE, &Block::Write},
        {WRITE_12, NO_ACTION, Run12(DPO_FUA), WRITES, WRITE, &Block::Write},
        {WRITE_16, NO_ACTION, Run16(DPO_FUA), WRITES, WRITE, &Block::Write},
        {VARIABLE_LENGTH, 0x000b, Run32(DPO_FUA), WRITES, WRITE, &Block::Write},
        {VERIFY_10, NO_ACTION, Run10(VERIFY_FLAGS), MEDIUM, READ, &Block::Verify},
        {VERIFY_12, NO_ACTION, Run12(VERIFY_FLAGS), MEDIUM, READ, &Block::Verify},
        {VERIFY_16, NO_ACTION, Run16(VERIFY_FLAGS), MEDIUM, READ, &Block::Verify},
        {VARIABLE_LENGTH, 0x000a, Run32(VERIFY_FLAGS), MEDIUM, READ, &Block::Verify},
        {WRITE_AND_VERIFY_10,
         NO_ACTION,
         Run10(WRITE_AND_VERIFY_FLAGS),
         WRITES,
         WRITE,
         &Block::WriteAndVerify},
        {WRITE_AND_VERIFY_12,
         NO_ACTION,
         Run12(WRITE_AND_VERIFY_FLAGS),
         WRITES,
         WRITE,
         &Block::WriteAndVerify},
        {WRITE_AND_VERIFY_16,
         NO_ACTION,
         Run16(WRITE_AND_VERIFY_FLAGS),
         WRITES,
         WRITE,
         &Block::WriteAndVerify},
        {VARIABLE_LENGTH,
         0x000c,
         Run32(WRITE_AND_VERIFY_FLAGS),
         WRITES,
         WRITE,
         &Block::WriteAndVerify},
        {SYNCHRONIZE_CACHE_10,
         NO_ACTION,
         Run10(SYNC_FLAGS),
         MEDIUM,
         WRITE,
         &Block::SynchronizeCache},
        {SYNCHRONIZE_CACHE_16,
         NO_ACTION,
         Run16(SYNC_FLAGS),
         MEDIUM,
         WRITE,
         &Block::SynchronizeCache},
        {PRE_FETCH_10, NO_ACTION, Run10(IMMED), MEDIUM, READ, &Block::PreFetch},
        {PRE_FETCH_16, NO_ACTION, Run16(IMMED), MEDIUM, READ, &Block::PreFetch},
        {WRITE_ATOMIC_16, NO_ACTION, Run16(DPO_FUA), WRITES, WRITE, &Atomic::WriteAtomic},
        {COMPARE_AND_WRITE, NO_ACTION, compare, WRITES, WRITE, &Update::CompareAndWrite},
        {ORWRITE_16, NO_ACTION, Run16(DPO_FUA), WRITES, WRITE, &Update::OrWrite},
        {VARIABLE_LENGTH, 0x000e, Run32(DPO_FUA), WRITES, WRITE, &Update::OrWrite},
        {WRITE_SAME_10, NO_ACTION, Run10(UNMAPS), WRITES, WRITE, &Provisioning::WriteSame},
        {WRITE_SAME_16,
         NO_ACTION,
         Run16(WRITE_SAME_FLAGS),
         WRITES,
         WRITE,
         &Provisioning::WriteSame},
        {VARIABLE_LENGTH, 0x000d, Run32(WRITE_SAME_FLAGS), WRITES, WRITE, &Provisioning::WriteSame},
    };
}

/**
 * @return the other commands
 */
std::vector<ScsiCommand>
MakeOtherRows()
{
    using enum ScsiOpcode;
    const auto zeros = Pad({ALL});
    const auto list10 = Pad({ALL, 0, 0, 0, 0, 0, LOW_5, ALL, ALL});
    const auto reserveIn = Pad({ALL, LOW_5, 0, 0, 0, 0, 0, ALL, ALL});
    const auto reserveOut = Pad({ALL, LOW_5, ALL, 0, 0, ALL, ALL, ALL, ALL});
    const auto capacity = Pad({ALL, LOW_5, 0, 0, 0, 0, 0, 0, 0, 0, ALL, ALL, ALL, ALL});
    const auto status =
        Pad({ALL, LOW_5, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL, ALL});
    const auto luns = Pad({ALL, 0, ALL, 0, 0, 0, ALL, ALL, ALL, ALL});
    const auto opcodes = Pad({ALL, LOW_5, 0x87, ALL, ALL, ALL, ALL, ALL, ALL, ALL});
    const auto functions = Pad({ALL, LOW_5, 0x80, 0, 0, 0, ALL, ALL, ALL, ALL});
    const auto defects10 = Pad({ALL, 0, LOW_5, 0, 0, 0, 0, ALL, ALL});
    const auto defects12 = Pad({ALL, LOW_5, 0, 0, 0, 0, ALL, ALL, ALL, ALL});
    const auto select10 = Pad({ALL, 0x10, 0, 0, 0, 0, 0, ALL, ALL});
    const auto sense10 = Pad({ALL, 0x18, ALL, ALL, 0, 0, 0, ALL, ALL});
    std::vector<ScsiCommand> rows{
        {TEST_UNIT_READY, NO_ACTION, zeros, MEDIUM, NONE, &Primary::TestUnitReady},
        {REQUEST_SENSE, NO_ACTION, Pad({ALL, 1, 0, 0, ALL}), TELLS, NONE, &Primary::RequestSense},
        {INQUIRY, NO_ACTION, Pad({ALL, 1, ALL, ALL, ALL}), TELLS, NONE, &Primary::Inquiry},
        {REPORT_LUNS, NO_ACTION, luns, TELLS, NONE, &Primary::ReportLuns},
        {READ_CAPACITY_10, NO_ACTION, zeros, MEDIUM, NONE, &Primary::ReadCapacity10},
        {SERVICE_ACTION_IN_16, 0x10, capacity, MEDIUM, NONE, &Primary::ReadCapacity16},
        {SERVICE_ACTION_IN_16, 0x12, status, MEDIUM, READ, &Provisioning::GetLbaStatus},
        {READ_DEFECT_DATA_10, NO_ACTION, defects10, MEDIUM, READ, &Primary::ReadDefectData},
        {READ_DEFECT_DATA_12, NO_ACTION, defects12, MEDIUM, READ, &Primary::ReadDefectData},
        // To start, and to allow the removal of the medium, is allowed to everybody (SBC-3, 4.16):
        // the handlers look at the rest.
        {START_STOP_UNIT, NO_ACTION, Pad({ALL, 1, 0, 0, 0xf7}), 0, NONE, &Medium::StartStopUnit},
        {PREVENT_ALLOW_MEDIUM_REMOVAL,
         NO_ACTION,
         Pad({ALL, 0, 0, 0, 3}),
         0,
         NONE,
         &Medium::PreventAllowMediumRemoval},
        {MODE_SENSE_6, NO_ACTION, Pad({ALL, 8, ALL, ALL, ALL}), 0, READ, &Mode::ModeSense},
        {MODE_SENSE_10, NO_ACTION, sense10, 0, READ, &Mode::ModeSense},
        {MODE_SELECT_6, NO_ACTION, Pad({ALL, 0x10, 0, 0, ALL}), 0, WRITE, &Mode::ModeSelect},
        {MODE_SELECT_10, NO_ACTION, select10, 0, WRITE, &Mode::ModeSelect},
        {UNMAP, NO_ACTION, list10, WRITES, WRITE, &Provisioning::Unmap},
        {RESERVE_6, NO_ACTION, zeros, 0, NONE, &Reservation::Reserve},
        {RESERVE_10, NO_ACTION, zeros, 0, NONE, &Reservation::Reserve},
        {RELEASE_6, NO_ACTION, zeros, RESERVES, NONE, &Reservation::Release},
        {RELEASE_10, NO_ACTION, zeros, RESERVES, NONE, &Reservation::Release},
        {MAINTENANCE_IN, 0x0c, opcodes, 0, NONE, &Report::ReportSupportedOpcodes},
        {MAINTENANCE_IN, 0x0d, functions, 0, NONE, &Report::ReportSupportedFunctions},
    };
    for (uint16_t action = 0; action <= 3; ++action)
    {
        rows.push_back(
            {PERSISTENT_RESERVE_IN, action, reserveIn, 0, NONE, &Reservation::PersistentReserveIn});
    }
    for (uint16_t action = 0; action <= 6; ++action)
    {
        rows.push_back({PERSISTENT_RESERVE_OUT,
                        action,
                        reserveOut,
                        0,
                        NONE,
                        &Reservation::PersistentReserveOut});
    }
    return rows;
}

/**
 * @return the service actions of SANITIZE
 */
std::vector<ScsiCommand>
MakeSanitizeRows()
{
    using enum ScsiSanitizeAction;
    constexpr auto OPCODE = ScsiOpcode::SANITIZE;
    constexpr uint8_t FLAGS = ScsiSanitizeCdb::IMMED | ScsiSanitizeCdb::AUSE | LOW_5;
    const auto usage = Pad({ALL, FLAGS, 0, 0, 0, 0, 0, ALL, ALL});
    const auto number = [](ScsiSanitizeAction action) { return static_cast<uint16_t>(action); };
    return {
        {OPCODE, number(OVERWRITE), usage, WRITES, WRITE, &Sanitize::Overwrite},
        {OPCODE, number(BLOCK_ERASE), usage, WRITES, WRITE, &Sanitize::Erase},
        {OPCODE, number(CRYPTOGRAPHIC_ERASE), usage, WRITES, WRITE, &Sanitize::Erase},
        {OPCODE, number(EXIT_FAILURE_MODE), usage, MEDIUM, WRITE, &Sanitize::ExitFailureMode},
    };
}

/**
 * @return the commands of the copy manager and those on target port groups
 */
std::vector<ScsiCommand>
MakeTargetRows()
{
    using enum ScsiOpcode;
    const auto copy = Pad({ALL, LOW_5, 0, 0, 0, 0, 0, 0, 0, 0, ALL, ALL, ALL, ALL});
    const auto results = Pad({ALL, LOW_5, ALL, 0, 0, 0, 0, 0, 0, 0, ALL, ALL, ALL, ALL});
    // PARAMETER DATA FORMAT: with or without the extended header.
    const auto report = Pad({ALL, 0x20 | LOW_5, 0, 0, 0, 0, ALL, ALL, ALL, ALL});
    const auto set = Pad({ALL, LOW_5, 0, 0, 0, 0, ALL, ALL, ALL, ALL});
    std::vector<ScsiCommand> rows{
        {EXTENDED_COPY, 0x00, copy, MEDIUM, WRITE, &Copy::ExtendedCopy},
        {MAINTENANCE_IN, 0x0a, report, GROUPS, NONE, &PortGroup::ReportTargetPortGroups},
        {MAINTENANCE_OUT, 0x0a, set, GROUPS, WRITE, &PortGroup::SetTargetPortGroups},
    };
    for (const uint16_t action : {0x00, 0x01, 0x03, 0x04})
    {
        rows.push_back(
            {RECEIVE_COPY_RESULTS, action, results, 0, WRITE, &Copy::ReceiveCopyResults});
    }
    return rows;
}

/**
 * @return all rows
 */
std::vector<ScsiCommand>
MakeRows()
{
    auto rows = MakeBlockRows();
    for (const auto& more : {MakeOtherRows(), MakeSanitizeRows(), MakeTargetRows()})
    {
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

} // namespace

const ScsiCommandTable&
GetScsiDiskCommands()
{
    static const ScsiCommandTable TABLE(MakeRows());
    return TABLE;
}

} // namespace ns3
