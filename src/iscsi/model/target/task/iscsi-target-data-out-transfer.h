/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_DATA_OUT_TRANSFER_H
#define ISCSI_TARGET_DATA_OUT_TRANSFER_H

#include "iscsi-target-data-out-buffer.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-r2t-header.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target-task
 *
 * The data of one write at its target (RFC 7143, 4.2.5.3 and 11.8): immediate data, the unsolicited
 * sequence and the sequences requested by R2T, checked against the negotiated values and passed on
 * in ascending order as the device requests them.
 */
class IscsiTargetDataOutTransfer
{
  public:
    /// The verdict on a PDU with data.
    enum class Verdict : uint8_t
    {
        GOOD,             //!< nothing is wrong
        UNEXPECTED_DATA,  //!< unsolicited data where none was agreed (sense 0B/0C/0C)
        INCORRECT_AMOUNT, //!< a sequence of another length than agreed (sense 0B/0C/0D)
        BAD_TAG,          //!< its tag names no sequence that is due
        BAD_ORDER,        //!< its DataSN came before, or its offset is not where it may be
        INCOMPLETE        //!< a sequence is over and part of it was lost (RFC 7143, 7.9)
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
     * Process a Data-Out PDU.
     *
     * @param header its header
     * @param data its data segment
     * @return what to say of it; after UNEXPECTED_DATA, INCORRECT_AMOUNT or BAD_ORDER the data is
     *         dropped and the rest of its sequence will be; after INCOMPLETE what was lost can be
     *         asked for again if the session recovers
     */
    Verdict Receive(const IscsiDataOutHeader& header, Ptr<Packet> data);

    /**
     * A Data-Out PDU came with a damaged data segment (RFC 7143, 7.8).
     *
     * @param header its header
     * @return GOOD, BAD_TAG or INCOMPLETE
     */
    Verdict Lose(const IscsiDataOutHeader& header);

    /**
     * The oldest sequence on its way does not come: what is missing of it counts as lost.
     *
     * @return false if none is on its way
     */
    bool Expire();

    /**
     * The device wants more: all offsets below a limit.
     *
     * @param end offset behind the last byte wanted; never goes back
     */
    void Want(uint32_t end);

    /**
     * Ask for the next sequence, if something wanted is neither there nor on its way and
     * MaxOutstandingR2T allows. What was lost comes first, by a recovery R2T (RFC 7143, 11.8).
     *
     * @param parameters what the session agreed on
     * @param targetTransferTag the tag to ask by
     * @param header its r2tSn is kept for Find; its bufferOffset, desiredDataTransferLength and
     *        targetTransferTag are filled in
     * @return true if the R2T is to be sent, which IscsiTargetDataOutReceiver does
     */
    bool NextR2t(const IscsiSessionParameters& parameters,
                 uint32_t targetTransferTag,
                 IscsiR2tHeader& header);

    /**
     * Find an R2T whose data has not all come.
     *
     * @param r2tSn its number
     * @param header filled in as it was
     * @return false if there is none
     */
    bool FindR2t(uint32_t r2tSn, IscsiR2tHeader& header) const;

    /**
     * The connection changed: sequences that the initiator knows of count as lost, and of the
     * others nothing has come (RFC 7143, 7.2.2).
     *
     * @param r2tSn number of the first R2T that the initiator may not have seen
     */
    void Restart(uint32_t r2tSn);

    /**
     * Take out the next data that is there and wanted.
     *
     * @param offset filled in: where in the write it belongs, bytes
     * @return the data, or null if there is none
     */
    Ptr<Packet> TakeReady(uint32_t& offset);

    /**
     * Ask for no more by R2T, but take what is on its way; or ask again.
     *
     * @param isFrozen true to ask for no more
     */
    void SetFrozen(bool isFrozen);

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

    /**
     * @return PDUs received and sequences requested, which grows during the transfer
     */
    uint32_t GetProgress() const;

  private:
    /// A sequence of Data-Out PDUs on its way.
    struct Sequence
    {
        uint32_t targetTransferTag; //!< its tag, RESERVED_TAG if unsolicited
        uint32_t r2tSn;             //!< number of its R2T
        uint32_t begin;             //!< offset of its first byte
        uint32_t end;               //!< offset behind its last byte
        uint32_t offset;            //!< where its next byte belongs
        uint32_t received;          //!< bytes that came
        uint32_t dataSn;            //!< number of its next PDU
        bool isDamaged;             //!< part of it was lost
    };

    /// A range of bytes.
    struct Range
    {
        uint32_t begin; //!< offset of the first
        uint32_t end;   //!< offset behind the last
    };

    /**
     * Find the sequence of a PDU. R2Ts are answered in the order they were given, so those before
     * it are over.
     *
     * @param targetTransferTag the tag
     * @param lost set to true if one that is over lacks data
     * @return the sequence, null if there is none
     */
    Sequence* FindSequence(uint32_t targetTransferTag, bool& lost);

    /**
     * @param sequence the sequence of a PDU
     * @param header the PDU
     * @param size bytes of its data segment
     * @return GOOD if number and offset are right
     */
    Verdict Check(Sequence& sequence, const IscsiDataOutHeader& header, uint32_t size);

    /**
     * A sequence is over.
     *
     * @param sequence the sequence, which is removed
     * @return GOOD, INCORRECT_AMOUNT or INCOMPLETE
     */
    Verdict End(Sequence& sequence);

    std::vector<Sequence> m_sequences; //!< on their way, in the order they come
    std::vector<Range> m_lost;         //!< lost and not asked for again
    IscsiTargetDataOutBuffer m_buffer; //!< data that arrived
    uint32_t m_length{0};              //!< bytes of the write
    uint32_t m_covered{0};             //!< offset behind what is there or on its way
    uint32_t m_wanted{0};              //!< offset behind what the device wants
    uint32_t m_progress{0};            //!< PDUs that came and sequences asked for
    bool m_isInOrder{true};            //!< DataPDUInOrder
    bool m_recovers{false};            //!< ErrorRecoveryLevel is 1 or 2
    bool m_isFrozen{false};            //!< ask for no more
    bool m_discard{false};             //!< drop everything
};

} // namespace ns3

#endif /* ISCSI_TARGET_DATA_OUT_TRANSFER_H */
