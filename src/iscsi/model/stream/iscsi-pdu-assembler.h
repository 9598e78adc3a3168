/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_PDU_ASSEMBLER_H
#define ISCSI_PDU_ASSEMBLER_H

#include "iscsi-damage.h"
#include "iscsi-digest-check.h"

#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The receiving half of a stream of PDUs: it turns received bytes into whole PDUs, checks the
 * digests and removes padding and digests (RFC 7143, 4.2.9 and 11.2). It does not depend on a
 * socket.
 *
 * A data segment of only zeros that arrived in several pieces is passed on as virtual payload, so
 * simulated data that is not stored takes no memory.
 *
 * A PDU with a bad digest is dropped. The lengths in a header with a bad digest are used once if
 * they are possible, and the good digest of the next header confirms them; if that one is bad too,
 * the start of the next PDU is unknown (RFC 7143, 7.8).
 */
class IscsiPduAssembler
{
  public:
    /// Which PDUs may arrive: those of initiators or those of targets.
    enum class Side : uint8_t
    {
        INITIATOR, //!< this end is the initiator: PDUs of targets arrive
        TARGET     //!< this end is the target: PDUs of initiators arrive
    };

    /// The outcome of some bytes.
    enum class Outcome : uint8_t
    {
        INCOMPLETE,    //!< all were taken, and nothing is complete
        PDU,           //!< a PDU is complete
        HEADER_DAMAGE, //!< a header digest is bad; the PDU is going to be left out
        DATA_DAMAGE,   //!< a data digest is bad; only the header segments are given
        LOST           //!< what arrives is no PDU; nothing more may be taken
    };

    /// Most bytes of a data segment that are looked at in one piece.
    static constexpr uint32_t MOST_BYTES = 16384;

    /**
     * @param side which end this is
     */
    explicit IscsiPduAssembler(Side side);

    /**
     * Set the maximum length of data segments.
     *
     * @param length the longest, bytes
     */
    void SetMaxRecvDataSegmentLength(uint32_t length);

    /**
     * Set the digests of PDUs from the next one on.
     *
     * @param header true for a digest behind the header segments
     * @param data true for a digest behind the data segment
     */
    void SetDigests(bool header, bool data);

    /**
     * @param part a part of a PDU
     * @return true if it has a digest
     */
    bool HasDigest(IscsiDamage part) const;

    /**
     * Receive bytes until something is complete or all are taken.
     *
     * @param bytes what arrived; what is taken is removed. If it is one whole PDU, the packet
     * itself is taken and null remains
     * @return the outcome
     */
    Outcome Receive(Ptr<Packet>& bytes);

    /**
     * Give up what is complete.
     *
     * @return the PDU, or the header segments of one whose data is damaged
     */
    Ptr<Packet> ReleasePdu();

    /**
     * @return why what arrives is no PDU, as text
     */
    const std::string& GetError() const;

  private:
    /**
     * Take what arrived if it is just one PDU without digests, and none is incomplete.
     *
     * @param bytes what arrived, null if it was taken
     * @return the outcome; INCOMPLETE if it is not that
     */
    Outcome ReceiveWhole(Ptr<Packet>& bytes);

    /**
     * Receive header bytes and the header digest.
     *
     * @param bytes what arrived
     * @return the outcome
     */
    Outcome ReceiveHeader(Ptr<Packet> bytes);

    /**
     * Receive bytes of the data segment and its padding.
     *
     * @param bytes what arrived
     * @return the outcome
     */
    Outcome ReceiveData(Ptr<Packet> bytes);

    /**
     * Keep contents of the data segment, unless all of them are zero.
     *
     * @param bytes begins with them
     * @param size how many, at most MOST_BYTES
     */
    void CopyData(const Packet& bytes, uint32_t size);

    /**
     * Let zeros of the data segment count in its digest.
     *
     * @param size how many
     */
    void CoverZeros(uint32_t size);

    /**
     * Receive bytes of the data digest.
     *
     * @param bytes what arrived
     * @return the outcome
     */
    Outcome ReceiveDigest(Ptr<Packet> bytes);

    /**
     * The header segments and their digest are complete: check them.
     *
     * @return the outcome
     */
    Outcome EndHeader();

    /**
     * Check the header digest and take it off.
     *
     * @return true if it is the digest of the header segments
     */
    bool IsHeaderGood();

    /**
     * Read the length of the data segment, and check it and the opcode.
     *
     * @param first the first bytes of the header, eight at least
     * @return true if the PDU is one that the peer may send; the error says why if not
     */
    bool IsHeaderPossible(const uint8_t* first);

    /**
     * The PDU is complete.
     *
     * @return the outcome
     */
    Outcome EndPdu();

    /**
     * Get ready for the next PDU.
     */
    void Reset();

    /**
     * @return the header segments, with the handle of a timeline if one came with them
     */
    Ptr<Packet> MakeHeaders() const;

    Side m_side;                //!< which end this is
    uint32_t m_maxRecv{8192};   //!< longest data segment accepted, bytes
    bool m_headerDigest{false}; //!< whether headers have a digest
    bool m_dataDigest{false};   //!< whether data segments have a digest

    Ptr<Packet> m_pdu; //!< the PDU that is complete

    std::vector<uint8_t> m_header;   //!< header bytes of the PDU that is arriving
    uint32_t m_headerLength;         //!< bytes its header has, as far as known
    uint32_t m_dataLength{0};        //!< bytes of its data segment without padding
    uint32_t m_dataTaken{0};         //!< bytes taken of its data segment and padding
    std::vector<uint8_t> m_data;     //!< its data as far as taken, empty while all are zero
    IscsiDigestCheck m_dataCheck;    //!< of its data and their digest as far as taken
    uint64_t m_timelineHandle{0};    //!< timeline handle found beside its header
    bool m_hasTimelineHandle{false}; //!< whether there is one
    bool m_isDamaged{false};         //!< its header digest is bad
    bool m_isUnsure{false};          //!< the lengths before it were believed and are not proved

    std::string m_error; //!< why what arrives is no PDU
};

} // namespace ns3

#endif /* ISCSI_PDU_ASSEMBLER_H */
