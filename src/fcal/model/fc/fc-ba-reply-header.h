/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_BA_REPLY_HEADER_H
#define FC_BA_REPLY_HEADER_H

#include "fc-iu-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * Accept of an abort (FC-FS): the exchange or a part of it is aborted. R_CTL distinguishes it from
 * other units; it has no code.
 */
class FcBaAccHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 12; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcBaAccHeader();

    void Print(std::ostream& os) const override;

    bool seqIdValid{false};      //!< whether seqId is that of the last sequence received
    uint8_t seqId{0};            //!< last sequence received whole
    uint16_t oxId{0xffff};       //!< exchange as its originator calls it
    uint16_t rxId{0xffff};       //!< exchange as its responder calls it
    uint16_t lowSeqCnt{0};       //!< first frame given up
    uint16_t highSeqCnt{0xffff}; //!< last frame given up; 0 to 0xffff is all of the exchange

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

/**
 * @ingroup fcal-fc
 *
 * Why an abort is rejected (FC-FS).
 */
enum class FcBaRjtReason : uint8_t
{
    INVALID_COMMAND = 0x01,   //!< no such basic link service
    LOGICAL_ERROR = 0x03,     //!< the request is not consistent
    LOGICAL_BUSY = 0x05,      //!< not now
    PROTOCOL_ERROR = 0x07,    //!< breaks the protocol
    UNABLE_TO_PERFORM = 0x09, //!< cannot be carried out
};

/**
 * @ingroup fcal-fc
 *
 * More about why an abort is rejected (FC-FS).
 */
enum class FcBaRjtExplanation : uint8_t
{
    NONE = 0x00,             //!< no more to say
    INVALID_EXCHANGE = 0x03, //!< no exchange has these OX_ID and RX_ID
    SEQUENCE_ABORTED = 0x05, //!< sequence aborted, no more information
};

/**
 * @ingroup fcal-fc
 *
 * Reject of an abort (FC-FS).
 */
class FcBaRjtHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 4; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcBaRjtHeader();

    void Print(std::ostream& os) const override;

    FcBaRjtReason reason{FcBaRjtReason::UNABLE_TO_PERFORM};   //!< reason code
    FcBaRjtExplanation explanation{FcBaRjtExplanation::NONE}; //!< reason explanation

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FC_BA_REPLY_HEADER_H */
