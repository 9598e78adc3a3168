/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_HEADER_H
#define ISCSI_HEADER_H

#include "iscsi-bhs.h"

#include "ns3/header.h"
#include "ns3/packet.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The kinds of PDU (RFC 7143, 11.2.1.2). Values below 0x20 come from initiators, the others from
 * targets.
 */
enum class IscsiOpcode : uint8_t
{
    NOP_OUT = 0x00,                  //!< ping, or answer to a target's ping
    SCSI_COMMAND = 0x01,             //!< SCSI command
    TASK_MANAGEMENT_REQUEST = 0x02,  //!< task management function request
    LOGIN_REQUEST = 0x03,            //!< login request
    TEXT_REQUEST = 0x04,             //!< text request
    SCSI_DATA_OUT = 0x05,            //!< data of a write
    LOGOUT_REQUEST = 0x06,           //!< logout request
    SNACK_REQUEST = 0x10,            //!< request to send again, or acknowledgement of data
    NOP_IN = 0x20,                   //!< ping, or answer to an initiator's ping
    SCSI_RESPONSE = 0x21,            //!< end of a SCSI command
    TASK_MANAGEMENT_RESPONSE = 0x22, //!< task management function response
    LOGIN_RESPONSE = 0x23,           //!< login response
    TEXT_RESPONSE = 0x24,            //!< text response
    SCSI_DATA_IN = 0x25,             //!< data of a read
    LOGOUT_RESPONSE = 0x26,          //!< logout response
    R2T = 0x31,                      //!< ready to transfer
    ASYNC_MESSAGE = 0x32,            //!< asynchronous message
    REJECT = 0x3f,                   //!< a PDU is refused
};

/**
 * Name an opcode.
 *
 * @param opcode the opcode, any value
 * @return its name as RFC 7143 prints it, or "Reserved" for a value that has none
 */
std::string GetIscsiOpcodeName(IscsiOpcode opcode);

/**
 * Write a tag of a task or of a transfer as logs have it.
 *
 * @param tag initiator task tag or target transfer tag
 * @return the tag in hexadecimal with 0x before it
 */
std::string FormatIscsiTag(uint32_t tag);

/**
 * @ingroup iscsi-pdu
 *
 * What the basic header segments of all iSCSI PDUs share (RFC 7143, 11.2.1). A derived class is one
 * PDU: it adds its fields and defines their positions. Fields are public and have the RFC's names;
 * reserved fields are sent as zero and ignored on receipt.
 *
 * Every bit pattern can be decoded. With fewer than 48 bytes, Deserialize changes nothing and
 * returns 0.
 */
class IscsiHeader : public Header
{
  public:
    static constexpr uint32_t BHS_SIZE = IscsiBhs::SIZE;    //!< bytes of every header
    static constexpr uint32_t RESERVED_TAG = 0xffffffff;    //!< a task tag that names no task
    static constexpr uint32_t MAX_DATA_LENGTH = 0x00ffffff; //!< longest data segment, bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return the opcode; not necessarily one of those that have a name if this is an
     *         IscsiBasicHeader
     */
    IscsiOpcode GetOpcode() const
    {
        return m_opcode;
    }

    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /**
     * Read the header that a PDU begins with. Does what Packet::PeekHeader does, at a tenth of the
     * cost: an iterator checks every byte.
     *
     * @param pdu the PDU
     * @return bytes read, 0 if it has fewer than 48
     */
    uint32_t Peek(Ptr<const Packet> pdu);

    bool immediate{false};         //!< I bit: not numbered by CmdSN; requests only
    bool final{true};              //!< F bit: last PDU of its sequence; always true where the RFC
                                   //!< prints a fixed 1, unused in a login
    uint8_t totalAhsLength{0};     //!< additional header segments, 4-byte words
    uint32_t dataSegmentLength{0}; //!< data segment without padding, bytes, 24 bits
    uint64_t lun{0};               //!< logical unit; 0 in PDUs that have none
    uint32_t initiatorTaskTag{RESERVED_TAG}; //!< the task's tag on the initiator's side

  protected:
    /**
     * Make a header.
     *
     * @param opcode the kind of PDU
     * @param hasLun whether bytes 8 to 15 are a LUN
     */
    explicit IscsiHeader(IscsiOpcode opcode, bool hasLun = true);

    IscsiOpcode m_opcode; //!< the kind of PDU

  private:
    /**
     * Read all fields.
     *
     * @param bhs the header
     */
    void Decode(const IscsiBhs& bhs);

    /**
     * Write the fields of this kind of PDU. All reserved bits are zero before.
     *
     * @param bhs the header, with the common fields already there
     */
    virtual void EncodeFields(IscsiBhs& bhs) const = 0;

    /**
     * Read the fields of this kind of PDU.
     *
     * @param bhs the header
     */
    virtual void DecodeFields(const IscsiBhs& bhs) = 0;

    /**
     * Print the fields of this kind of PDU.
     *
     * @param os the stream
     */
    virtual void PrintFields(std::ostream& os) const = 0;

    bool m_hasLun; //!< whether bytes 8 to 15 are a LUN
};

/**
 * @ingroup iscsi-pdu
 *
 * A PDU of an initiator: all of them acknowledge status by ExpStatSN.
 */
class IscsiInitiatorHeader : public IscsiHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t expStatSn{0}; //!< next StatSN expected on this connection

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        fields.Number(28, "ExpStatSN", header.expStatSn);
    }

  protected:
    using IscsiHeader::IscsiHeader;
};

/**
 * @ingroup iscsi-pdu
 *
 * A PDU of an initiator that has a number in the command sequence (RFC 7143, 4.2.2.1).
 */
class IscsiRequestHeader : public IscsiInitiatorHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t cmdSn{0}; //!< place in the session's command sequence

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        fields.Flag(0, 0x40, nullptr, header.immediate); // IscsiHeader prints it
        fields.Number(24, "CmdSN", header.cmdSn);
        IscsiInitiatorHeader::VisitFields(fields, header);
    }

  protected:
    using IscsiInitiatorHeader::IscsiInitiatorHeader;
};

/**
 * @ingroup iscsi-pdu
 *
 * A PDU of a target: all of them carry the status number and the command window.
 */
class IscsiResponseHeader : public IscsiHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    uint32_t statSn{0};   //!< number of this status, or the next to be used if it takes none
    uint32_t expCmdSn{0}; //!< next CmdSN the target expects
    uint32_t maxCmdSn{0}; //!< highest CmdSN the target accepts

    /// The fields and their places. @param fields gets them @param header has them
    template <typename V, typename H>
    static void VisitFields(V& fields, H& header)
    {
        fields.Number(24, "StatSN", header.statSn);
        fields.Number(28, "ExpCmdSN", header.expCmdSn);
        fields.Number(32, "MaxCmdSN", header.maxCmdSn);
    }

  protected:
    using IscsiHeader::IscsiHeader;
};

/**
 * @ingroup iscsi-pdu
 *
 * Any PDU, seen through the common fields: its length and its claimed type. All 48 bytes are kept,
 * so that it serializes to the original bytes with updated common fields: the header that a Reject
 * returns.
 */
class IscsiBasicHeader : public IscsiHeader
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    IscsiBasicHeader();

    /**
     * @param pdu a PDU, whose basic header segment is read and not removed
     */
    explicit IscsiBasicHeader(Ptr<const Packet> pdu);

  private:
    void EncodeFields(IscsiBhs& bhs) const override;
    void DecodeFields(const IscsiBhs& bhs) override;
    void PrintFields(std::ostream& os) const override;

    IscsiBhs m_bhs; //!< what was read
};

} // namespace ns3

#endif /* ISCSI_HEADER_H */
