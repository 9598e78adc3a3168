/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_LS_REPLY_HEADER_H
#define FC_LS_REPLY_HEADER_H

#include "fc-iu-header.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * Plain accept of an extended link service (FC-LS), such as a logout.
 */
class FcLsAccHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 4; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcLsAccHeader();

    void Print(std::ostream& os) const override;

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

/**
 * @ingroup fcal-fc
 *
 * Why an extended link service is rejected (FC-LS).
 */
enum class FcLsRjtReason : uint8_t
{
    INVALID_COMMAND = 0x01,   //!< no such service
    LOGICAL_ERROR = 0x03,     //!< the request is not consistent
    LOGICAL_BUSY = 0x05,      //!< not now
    PROTOCOL_ERROR = 0x07,    //!< breaks the protocol
    UNABLE_TO_PERFORM = 0x09, //!< cannot be carried out now
    NOT_SUPPORTED = 0x0b,     //!< service is not supported
};

/**
 * @ingroup fcal-fc
 *
 * More about why an extended link service is rejected (FC-LS).
 */
enum class FcLsRjtExplanation : uint8_t
{
    NONE = 0x00,             //!< no more to say
    INVALID_EXCHANGE = 0x17, //!< no exchange has this OX_ID and RX_ID
    LOGIN_REQUIRED = 0x1e,   //!< N_Port login comes first
    NO_RESOURCES = 0x29,     //!< no resources for a login
    NOT_SUPPORTED = 0x2c,    //!< request is not supported
};

/**
 * @ingroup fcal-fc
 *
 * Reject of an extended link service (FC-LS).
 */
class FcLsRjtHeader : public FcIuHeader
{
  public:
    static constexpr uint32_t SIZE = 8; //!< bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    FcLsRjtHeader();

    void Print(std::ostream& os) const override;

    FcLsRjtReason reason{FcLsRjtReason::UNABLE_TO_PERFORM};   //!< reason code
    FcLsRjtExplanation explanation{FcLsRjtExplanation::NONE}; //!< reason code explanation

  private:
    void Encode(Buffer::Iterator& to) const override;
    bool Decode(Buffer::Iterator& from) override;
};

} // namespace ns3

#endif /* FC_LS_REPLY_HEADER_H */
