/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_MODE_PAGES_H
#define SCSI_MODE_PAGES_H

#include "scsi-cdb.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi
 *
 * Make the mode parameter list that MODE SENSE returns (SPC-4, 7.5): header, block descriptor, and
 * the caching (SBC-3, 6.4.5) and control (SPC-4, 7.5.8) mode pages. No parameter can be changed, so
 * the changeable masks are zero and the defaults are the current values.
 *
 * @param cdb what was asked; not for saved values
 * @param blockCount number of blocks of the logical unit
 * @param blockSize bytes in a block
 * @return the list, or nothing if there is no page of that code
 */
std::optional<std::vector<uint8_t>> MakeScsiModeParameters(const ScsiModeSenseCdb& cdb,
                                                           uint64_t blockCount,
                                                           uint32_t blockSize);

} // namespace ns3

#endif /* SCSI_MODE_PAGES_H */
