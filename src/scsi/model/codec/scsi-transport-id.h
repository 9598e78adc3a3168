/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TRANSPORT_ID_H
#define SCSI_TRANSPORT_ID_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-codec
 *
 * The TransportID of an initiator port (SPC-4, 7.6.4): that of iSCSI for an iSCSI name, with or
 * without ISID (RFC 7143, 4.4.1); that of no specific protocol for any other name.
 *
 * @param name name of the initiator port
 * @return the TransportID, a multiple of four bytes and at least 24
 */
std::vector<uint8_t> MakeScsiTransportId(const std::string& name);

/**
 * @ingroup scsi-codec
 *
 * Read one of several TransportIDs (SPC-4, 7.6.4) as MakeScsiTransportId makes them.
 *
 * @param bytes TransportIDs
 * @param[in,out] at where it begins, then where the next one begins
 * @return name of the initiator port, or nothing if it is of another protocol, or is not whole
 */
std::optional<std::string> ReadScsiTransportId(const std::vector<uint8_t>& bytes, std::size_t& at);

} // namespace ns3

#endif /* SCSI_TRANSPORT_ID_H */
