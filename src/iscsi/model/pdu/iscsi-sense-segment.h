/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_SENSE_SEGMENT_H
#define ISCSI_SENSE_SEGMENT_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Make the data segment that carries sense data in a SCSI Response or an Asynchronous Message
 * (RFC 7143, 11.4.7 and 11.9.4): their length in two bytes, and they.
 *
 * @param sense sense data, at most 65535 bytes
 * @return the data segment
 */
Ptr<Packet> MakeIscsiSenseSegment(const std::vector<uint8_t>& sense);

/**
 * @ingroup iscsi-pdu
 *
 * @param segment data segment of a SCSI Response or an Asynchronous Message
 * @return the sense data in it, cut short where it ends too early
 */
std::vector<uint8_t> ReadIscsiSenseSegment(const Packet& segment);

} // namespace ns3

#endif /* ISCSI_SENSE_SEGMENT_H */
