/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_DATA_OUT_TRANSFER_H
#define ISCSI_DATA_OUT_TRANSFER_H

#include "iscsi-data-header.h"
#include "iscsi-r2t-header.h"
#include "iscsi-session-parameters.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The data of one write as its target gathers it (RFC 7143, 4.2.5.3 and 11.8): immediate data, the
 * unsolicited sequence and the sequences asked for by R2T, checked against what was agreed and
 * handed on in ascending order as far as the device wants them.
 */
class IscsiDataOutTransfer
{
  public:
    /// What is to be said of a PDU with data.
    enum class Verdict : uint8_t
    {
        GOOD,             //!< nothing is wrong
        UNEXPECTED_DATA,  //!< unsolicited data where none was agreed (sense 0B/0C/0C)
        INCORRECT_AMOUNT, //!< a sequence of another length than agreed (sense 0B/0C/0D)
        BAD_TAG,          //!< its tag names no sequence that is due
        BAD_ORDER         //!< DataSN or offset is not the next one
    };

    /**
     * Begin with the command PDU.
     *
     * @param parameters what the session agreed on
     * @param length bytes of the whole write
     * @param immediate data segment of the command PDU, null if it has none
     * @param final the command's F bit: no unsolicited Data-Out follows
     * @return GOOD, UNEXPECTED_DATA or INCORRECT_AMOUNT
     */
    Verdict Begin(const IscsiSessionParameters& parameters,
                  uint32_t length,
                  Ptr<Packet> immediate,
                  bool final);

    /**
     * Take a Data-Out PDU.
     *
     * @param header its header
     * @param data its data segment
     * @return what to say of it; after UNEXPECTED_DATA or INCORRECT_AMOUNT the data is dropped and
     *         the rest of its sequence will be
     */
    Verdict Receive(const IscsiDataOutHeader& header, Ptr<Packet> data);

    /**
     * The device wants more: all offsets below a limit.
     *
     * @param end offset behind the last byte wanted; never goes back
     */
    void Want(uint32_t end);

    /**
     * Ask for the next sequence, if something wanted is neither there nor on its way and
     * MaxOutstandingR2T allows.
     *
     * @param parameters what the session agreed on
     * @param targetTransferTag the tag to ask by
     * @param header r2tSn left alone; its bufferOffset, desiredDataTransferLength and
     *        targetTransferTag are filled in
     * @return true if the R2T is to be sent
     */
    bool NextR2t(const IscsiSessionParameters& parameters,
                 uint32_t targetTransferTag,
                 IscsiR2tHeader& header);

    /**
     * Take out the next data that is there and wanted.
     *
     * @param offset filled in: where in the write it belongs, bytes
     * @return the data, or null if there is none
     */
    Ptr<Packet> TakeReady(uint32_t& offset);

    /**
     * Drop what is there and what still comes, and ask for no more.
     */
    void Discard();

    /**
     * @return true if no sequence is on its way, so that the response may go (RFC 7143, 11.4.2)
     */
    bool IsQuiet() const;

    /**
     * @return true once every byte of the write arrived
     */
    bool IsComplete() const;

  private:
    /// A sequence of Data-Out PDUs on its way.
    struct Sequence
    {
        uint32_t targetTransferTag; //!< its tag, RESERVED_TAG if unsolicited
        uint32_t offset;            //!< where its next byte belongs
        uint32_t end;               //!< offset behind its last byte
        uint32_t dataSn;            //!< number of its next PDU
    };

    std::deque<Sequence> m_sequences; //!< on their way, in the order they come
    std::deque<Ptr<Packet>> m_ready;  //!< arrived and not handed on, without gaps
    uint32_t m_length{0};             //!< bytes of the write
    uint32_t m_covered{0};            //!< offset behind what is there or on its way
    uint32_t m_arrived{0};            //!< bytes arrived
    uint32_t m_handedOn{0};           //!< bytes handed on
    uint32_t m_wanted{0};             //!< offset behind what the device wants
    bool m_discard{false};            //!< drop everything
};

} // namespace ns3

#endif /* ISCSI_DATA_OUT_TRANSFER_H */
