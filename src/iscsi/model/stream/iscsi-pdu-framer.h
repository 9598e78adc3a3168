/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PDU_FRAMER_H
#define ISCSI_PDU_FRAMER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The sending half of a stream of PDUs: it adds the padding and the digests of a PDU (RFC 7143,
 * 11.2.3). PDUs of the login have no digests, whatever was negotiated, because they are not part of
 * the full feature phase (RFC 7143, 13.1).
 */
class IscsiPduFramer
{
  public:
    /**
     * Set the digests of PDUs from the next one on.
     *
     * @param header true for a digest behind the header segments
     * @param data true for a digest behind the data segment
     */
    void SetDigests(bool header, bool data);

    /// A PDU as it is on the wire. The data digest is a packet of its own because ns-3 (up to
    /// 3.48 at least) writes past a buffer when virtual bytes with real ones behind are appended
    /// to others, as TCP does.
    struct Framed
    {
        Ptr<Packet> segments; //!< header segments, header digest, data segment, padding
        Ptr<Packet> digest;   //!< data digest, null if there is none
    };

    /**
     * Make a PDU what it is on the wire.
     *
     * @param pdu its header segments and its data segment; used up
     * @return the PDU with padding and digests
     */
    Framed Frame(Ptr<Packet> pdu) const;

  private:
    /**
     * Put a digest behind the header segments.
     *
     * @param pdu the PDU; used up
     * @param length bytes of its header segments
     * @return the PDU with the digest
     */
    static Ptr<Packet> AddHeaderDigest(Ptr<Packet> pdu, uint32_t length);

    /**
     * @param pdu the PDU with its padding
     * @param length bytes of its header segments
     * @return the digest of its data segment
     */
    static Ptr<Packet> MakeDataDigest(Ptr<const Packet> pdu, uint32_t length);

    bool m_headerDigest{false}; //!< whether headers get a digest
    bool m_dataDigest{false};   //!< whether data segments get a digest
};

} // namespace ns3

#endif /* ISCSI_PDU_FRAMER_H */
