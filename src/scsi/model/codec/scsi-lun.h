/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_LUN_H
#define SCSI_LUN_H

#include "scsi-cdb.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// The highest logical unit number that single-level addressing can name (SAM-5, 4.7.7.3).
constexpr uint16_t SCSI_MAX_LUN = 16383;

/**
 * @ingroup scsi-codec
 *
 * Make the eight bytes of a logical unit number: peripheral device addressing below 256
 * (SAM-5, 4.7.7.2), flat space addressing from there on (SAM-5, 4.7.7.3).
 *
 * @param number the number a person uses, 0 to SCSI_MAX_LUN
 * @return the eight bytes as a number, the first byte highest (ScsiTask::lun)
 */
uint64_t EncodeScsiLun(uint16_t number);

/**
 * @ingroup scsi-codec
 *
 * Read the eight bytes of a logical unit number. Both single-level methods name the same units.
 *
 * @param lun the eight bytes as a number, the first byte highest
 * @return the number a person uses, or nothing where the bytes use another method, a bus identifier
 *         or a second level
 */
std::optional<uint16_t> DecodeScsiLun(uint64_t lun);

/**
 * @ingroup scsi-codec
 *
 * Make the parameter data of REPORT LUNS (SPC-4, 6.33).
 *
 * @param cdb what was asked
 * @param luns the logical units that are there, ascending, eight bytes each as a number
 * @return what REPORT LUNS returns in full, or nothing if SELECT REPORT is reserved
 */
std::optional<std::vector<uint8_t>> MakeScsiLunList(const ScsiReportLunsCdb& cdb,
                                                    const std::vector<uint64_t>& luns);

} // namespace ns3

#endif /* SCSI_LUN_H */
