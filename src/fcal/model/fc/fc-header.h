/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_HEADER_H
#define FC_HEADER_H

#include "ns3/header.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * What a frame carries: routing bits and information category (FC-PH, 18).
 */
enum class FcRCtl : uint8_t
{
    UNCATEGORIZED = 0x00,       //!< FC-4 device data, no category
    SOLICITED_DATA = 0x01,      //!< FC-4 device data: FCP_DATA
    UNSOLICITED_CONTROL = 0x02, //!< FC-4 device data: control
    SOLICITED_CONTROL = 0x03,   //!< FC-4 device data: control in answer
    UNSOLICITED_DATA = 0x04,    //!< FC-4 device data: unsolicited data
    DATA_DESCRIPTOR = 0x05,     //!< FC-4 device data: FCP_XFER_RDY
    UNSOLICITED_COMMAND = 0x06, //!< FC-4 device data: FCP_CMND
    COMMAND_STATUS = 0x07,      //!< FC-4 device data: FCP_RSP
    ELS_REQUEST = 0x22,         //!< extended link service, request; loop initialisation
    ELS_REPLY = 0x23,           //!< extended link service, answer
    ABTS = 0x81,                //!< basic link service: abort a sequence or exchange
    BA_ACC = 0x84,              //!< basic link service: accept
    BA_RJT = 0x85,              //!< basic link service: reject
};

/**
 * @ingroup fcal-fc
 *
 * @param rCtl routing bits and information category, any value
 * @return its name, or "Reserved" if FcRCtl has none
 */
std::string GetFcRCtlName(FcRCtl rCtl);

/**
 * Write the name of an exchange as logs have it.
 *
 * @param id OX_ID or RX_ID
 * @return the identifier in hexadecimal with 0x before it
 */
std::string FormatFcExchangeId(uint16_t id);

/**
 * @ingroup fcal-fc
 *
 * Whose protocol a frame belongs to (FC-PH, 18).
 */
enum class FcType : uint8_t
{
    BASIC_LINK_SERVICE = 0x00,    //!< ABTS and its answers
    EXTENDED_LINK_SERVICE = 0x01, //!< logins, and loop initialisation
    FCP = 0x08,                   //!< SCSI
};

/**
 * @ingroup fcal-fc
 *
 * The 24 bytes in front of a frame's payload (FC-PH, 18). Fields are public and carry the
 * standard's names.
 *
 * Every bit pattern can be decoded. With fewer than 24 bytes, Deserialize changes nothing and
 * returns 0.
 */
class FcHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 24;              //!< bytes of every header
    static constexpr uint16_t UNASSIGNED_ID = 0xffff; //!< OX_ID or RX_ID that is not yet given

    // The bits of F_CTL (FC-PH, 18).
    static constexpr uint32_t EXCHANGE_RESPONDER = 1 << 23;  //!< sent by the exchange's responder
    static constexpr uint32_t SEQUENCE_RECIPIENT = 1 << 22;  //!< sent by a sequence's recipient
    static constexpr uint32_t FIRST_SEQUENCE = 1 << 21;      //!< first sequence of the exchange
    static constexpr uint32_t LAST_SEQUENCE = 1 << 20;       //!< last sequence of the exchange
    static constexpr uint32_t END_SEQUENCE = 1 << 19;        //!< last data frame of the sequence
    static constexpr uint32_t SEQUENCE_INITIATIVE = 1 << 16; //!< the other side may send now
    static constexpr uint32_t ABORT_SEQUENCE_CONDITION = 3 << 4; //!< two bits; 0 in class 3 data
    static constexpr uint32_t RELATIVE_OFFSET_PRESENT = 1 << 3;  //!< Parameter is an offset
    static constexpr uint32_t FILL_BYTES = 3;                    //!< pad bytes behind the payload

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /**
     * @param bits one or several of F_CTL's bits
     * @return true if all of them are set
     */
    bool HasFCtl(uint32_t bits) const;

    FcRCtl rCtl{FcRCtl::UNCATEGORIZED};      //!< routing and information category
    uint32_t dId{0};                         //!< address of the receiver, 24 bits
    uint8_t csCtl{0};                        //!< class specific control
    uint32_t sId{0};                         //!< address of the sender, 24 bits
    FcType type{FcType::BASIC_LINK_SERVICE}; //!< protocol of the payload
    uint32_t fCtl{0};                        //!< frame control, 24 bits
    uint8_t seqId{0};                        //!< sequence within the exchange
    uint8_t dfCtl{0};                        //!< optional headers in the payload; 0 for none
    uint16_t seqCnt{0};                      //!< place of the frame in its sequence
    uint16_t oxId{UNASSIGNED_ID};            //!< exchange as its originator calls it
    uint16_t rxId{UNASSIGNED_ID};            //!< exchange as its responder calls it
    uint32_t parameter{0};                   //!< relative offset of the payload, bytes, or by type
};

} // namespace ns3

#endif /* FC_HEADER_H */
