/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_MODE_PAGES_H
#define SCSI_MODE_PAGES_H

#include "scsi-cdb.h"
#include "scsi-sense.h"

#include "ns3/block-device.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-codec
 *
 * The changeable fields of the control mode page (SPC-4, 7.5.8), all initially off.
 */
struct ScsiControlSettings
{
    bool descriptorSense{false}; //!< D_SENSE: sense data are in descriptor format
    bool writeProtect{false};    //!< SWP: commands that write are refused
    bool tellsAborted{false};    //!< TAS: tasks that another nexus aborts end with TASK ABORTED

    /**
     * @param other other settings
     * @return true if they are the same
     */
    bool operator==(const ScsiControlSettings& other) const = default;
};

/**
 * @ingroup scsi-codec
 *
 * The mode parameters of a logical unit.
 */
struct ScsiModeValues
{
    uint64_t blockCount;                //!< number of blocks
    uint32_t blockSize;                 //!< bytes in a block
    BlockCacheSettings cache;           //!< which caches are on
    BlockCacheSettings defaultCache;    //!< which were on in the beginning
    BlockCacheSettings changeableCache; //!< which can be switched
    ScsiControlSettings control;        //!< of the control mode page
    bool isReadOnly{false};             //!< nothing can be written, whatever the page says
};

/**
 * @ingroup scsi-codec
 *
 * Make the mode parameter list that MODE SENSE returns (SPC-4, 7.5): header, block descriptor, and
 * the caching (SBC-3, 6.4.5), control (SPC-4, 7.5.8) and informational exceptions control (SPC-4,
 * 7.5.12) mode pages. WCE and RCD can be changed if the unit can switch its caches, and so can
 * D_SENSE, SWP and TAS; nothing else can. No exceptions are reported.
 *
 * @param cdb what was asked; not for saved values
 * @param values what to report
 * @return the list, or nothing if there is no page of that code
 */
std::optional<std::vector<uint8_t>> MakeScsiModeParameters(const ScsiModeSenseCdb& cdb,
                                                           const ScsiModeValues& values);

/**
 * @ingroup scsi-codec
 *
 * Parse the mode parameter list of a MODE SELECT. It may change only the fields that MODE SENSE
 * reports as changeable.
 *
 * @param opcode MODE_SELECT_6 or MODE_SELECT_10
 * @param bytes the list
 * @param[in,out] values the current mode parameters; the cache and control settings become
 *                those of the list
 * @return what is wrong with the list, or nothing
 */
std::optional<ScsiSense> ReadScsiModeParameters(ScsiOpcode opcode,
                                                const std::vector<uint8_t>& bytes,
                                                ScsiModeValues& values);

/**
 * @ingroup scsi-codec
 *
 * @param bytes what MODE SENSE(6) of the caching page returned, perhaps cut short
 * @return which caches are on, or nothing if the page is missing
 */
std::optional<BlockCacheSettings> FindScsiCacheSettings(const std::vector<uint8_t>& bytes);

} // namespace ns3

#endif /* SCSI_MODE_PAGES_H */
