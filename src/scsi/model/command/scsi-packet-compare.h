/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_PACKET_COMPARE_H
#define SCSI_PACKET_COMPARE_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-command
 *
 * @param data contents, or null for zeros
 * @param size bytes of them
 * @return the bytes; zeros where the contents are shorter
 */
std::vector<uint8_t> GetScsiBytes(Ptr<const Packet> data, uint32_t size);

/**
 * @ingroup scsi-command
 *
 * Compare what was read with what is expected, which is repeated where it is shorter.
 *
 * @param data what was read, or null for zeros
 * @param expected what is expected, at least one byte
 * @param size bytes to compare
 * @return the first byte that differs, or nothing if all are the same
 */
std::optional<uint32_t> FindScsiDifference(Ptr<const Packet> data,
                                           Ptr<const Packet> expected,
                                           uint32_t size);

} // namespace ns3

#endif /* SCSI_PACKET_COMPARE_H */
