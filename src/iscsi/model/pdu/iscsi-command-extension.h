/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_COMMAND_EXTENSION_H
#define ISCSI_COMMAND_EXTENSION_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The contents of the additional header segments of a SCSI Command (RFC 7143, 11.2.2): the rest of
 * a CDB longer than 16 bytes, and the read length of a bidirectional command.
 */
struct IscsiCommandExtension
{
    /**
     * Read the segments of a PDU. One of a type that is reserved is skipped.
     *
     * @param pdu the whole PDU
     * @param words its TotalAHSLength, 4-byte words
     * @return what they say, nothing if their lengths do not fit together or one comes twice
     */
    static std::optional<IscsiCommandExtension> Read(Ptr<const Packet> pdu, uint8_t words);

    std::vector<uint8_t> extendedCdb; //!< the CDB from its 17th byte on, empty if there is none

    /// Most bytes that a bidirectional command reads.
    std::optional<uint32_t> bidirectionalReadLength;

  private:
    /**
     * @param type AHSType
     * @param content what follows the type: AHSLength bytes, the first of them reserved
     * @param length AHSLength
     * @return false if the segment is wrong
     */
    bool ReadSegment(uint8_t type, const uint8_t* content, uint32_t length);
};

} // namespace ns3

#endif /* ISCSI_COMMAND_EXTENSION_H */
