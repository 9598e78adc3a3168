/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_UNACKNOWLEDGED_DATA_IN_H
#define ISCSI_TARGET_UNACKNOWLEDGED_DATA_IN_H

#include "ns3/iscsi-data-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * The Data-In of one task that its initiator has not acknowledged: the device's data in its
 * original pieces, and the offsets of the PDUs in which it was sent (RFC 7143, 7.1.3).
 */
class IscsiTargetUnacknowledgedDataIn
{
  public:
    /// A Data-In PDU that was sent.
    struct Record
    {
        uint32_t offset;  //!< where its data begins, bytes
        uint32_t length;  //!< bytes of its data segment
        bool final;       //!< its F bit
        bool acknowledge; //!< its A bit
        bool isStatus;    //!< it carries the status, too
        bool isR2t;       //!< it is no Data-In but an R2T of a bidirectional command
    };

    /**
     * The device gave data, which follows what it gave before.
     *
     * @param data the bytes
     */
    void Add(Ptr<const Packet> data);

    /**
     * A PDU was sent, whose number follows the last one's.
     *
     * @param header its header
     * @param length bytes of its data segment
     */
    void Send(const IscsiDataInHeader& header, uint32_t length);

    /**
     * An R2T took the next number (RFC 7143, 4.2.2.4).
     */
    void CountR2t();

    /**
     * The initiator has all PDUs before a number.
     *
     * @param dataSn the number
     * @return false if no such PDU was sent, or it was acknowledged before
     */
    bool Acknowledge(uint32_t dataSn);

    /**
     * Forget that PDUs were sent which are not acknowledged: they will be segmented again.
     */
    void Rewind();

    /**
     * @return number of the first PDU that is not acknowledged
     */
    uint32_t GetBegin() const;

    /**
     * @return number of the next PDU to be sent
     */
    uint32_t GetEnd() const;

    /**
     * @return offset of the first byte that is not acknowledged
     */
    uint32_t GetOffset() const;

    /**
     * @param dataSn number of a PDU sent and not acknowledged
     * @return what it was
     */
    const Record& Get(uint32_t dataSn) const;

    /**
     * @param offset where, not before GetOffset
     * @param length how many bytes, all given by the device
     * @return the bytes
     */
    Ptr<Packet> GetData(uint32_t offset, uint32_t length) const;

    /**
     * @return all that the device gave and is not acknowledged
     */
    Ptr<Packet> GetRest() const;

  private:
    std::deque<Ptr<const Packet>> m_pieces; //!< what the device gave
    uint32_t m_piecesBegin{0};              //!< offset of the first piece
    uint32_t m_given{0};                    //!< offset behind the last piece
    std::deque<Record> m_records;           //!< PDUs not acknowledged
    uint32_t m_begin{0};                    //!< number of the first of them
    uint32_t m_offset{0};                   //!< offset of the first byte not acknowledged
};

} // namespace ns3

#endif /* ISCSI_TARGET_UNACKNOWLEDGED_DATA_IN_H */
