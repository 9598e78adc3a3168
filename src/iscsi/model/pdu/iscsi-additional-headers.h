/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_ADDITIONAL_HEADERS_H
#define ISCSI_ADDITIONAL_HEADERS_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/scsi-task.h"

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * Make the additional header segments of a SCSI Command (RFC 7143, 11.2.2): the part of a CDB
 * beyond 16 bytes, and the length of the data-in of a bidirectional command.
 *
 * @param task the command
 * @return the segments, a multiple of 4 bytes, or null if the command needs none
 */
Ptr<Packet> MakeIscsiAdditionalHeaders(const ScsiTask& task);

} // namespace ns3

#endif /* ISCSI_ADDITIONAL_HEADERS_H */
