/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-response-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

namespace
{

constexpr uint8_t RSP_LEN_VALID = 0x01; //!< there is response information
constexpr uint8_t SNS_LEN_VALID = 0x02; //!< there are sense data
constexpr uint8_t RESID_OVER = 0x04;    //!< residual of an overflow
constexpr uint8_t RESID_UNDER = 0x08;   //!< residual of an underflow
constexpr uint8_t CONF_REQ = 0x10;      //!< FCP_CONF is asked for

/// Reserved bytes before the flags; the last two may be a retry delay, which is not modelled.
constexpr uint32_t RESERVED = 10;
/// Reserved bytes before RSP_CODE in the response information.
constexpr uint32_t BEFORE_CODE = 3;
/// The shorter of the two lengths of response information, bytes.
constexpr uint32_t SHORT_RESPONSE_INFO = 4;

/**
 * @param length a length of response information, bytes
 * @return true if it is one that FCP has
 */
bool
IsResponseLength(uint32_t length)
{
    return length == 0 || length == SHORT_RESPONSE_INFO ||
           length == FcpResponseHeader::RESPONSE_INFO_SIZE;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FcpResponseHeader);

TypeId
FcpResponseHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcpResponseHeader")
                            .SetParent<Header>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcpResponseHeader>();
    return tid;
}

TypeId
FcpResponseHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FcpResponseHeader::GetSerializedSize() const
{
    return SIZE + (responseCode ? RESPONSE_INFO_SIZE : 0) + sense.size();
}

void
FcpResponseHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(0, RESERVED);
    start.WriteU8((responseCode ? RSP_LEN_VALID : 0) | (sense.empty() ? 0 : SNS_LEN_VALID) |
                  (overflow ? RESID_OVER : 0) | (underflow ? RESID_UNDER : 0) |
                  (confirmationRequested ? CONF_REQ : 0));
    start.WriteU8(static_cast<uint8_t>(status));
    start.WriteHtonU32(residual);
    start.WriteHtonU32(sense.size());
    start.WriteHtonU32(responseCode ? RESPONSE_INFO_SIZE : 0);
    if (responseCode)
    {
        start.WriteU8(0, BEFORE_CODE);
        start.WriteU8(static_cast<uint8_t>(*responseCode));
        start.WriteU8(0, RESPONSE_INFO_SIZE - SHORT_RESPONSE_INFO);
    }
    start.Write(sense.data(), sense.size());
}

uint32_t
FcpResponseHeader::Deserialize(Buffer::Iterator start)
{
    const auto there = start.GetRemainingSize();
    if (there < SIZE)
    {
        return 0;
    }
    start.Next(RESERVED);
    const auto flags = start.ReadU8();
    const auto readStatus = static_cast<ScsiStatus>(start.ReadU8());
    const auto readResidual = start.ReadNtohU32();
    const auto senseField = start.ReadNtohU32();
    const auto responseField = start.ReadNtohU32();
    const auto senseLength = flags & SNS_LEN_VALID ? senseField : 0;
    const auto responseLength = flags & RSP_LEN_VALID ? responseField : 0;
    if (!IsResponseLength(responseLength) || senseLength > there - SIZE ||
        responseLength > there - SIZE - senseLength)
    {
        return 0;
    }
    confirmationRequested = flags & CONF_REQ;
    underflow = flags & RESID_UNDER;
    overflow = flags & RESID_OVER;
    status = readStatus;
    residual = readResidual;
    responseCode.reset();
    if (responseLength > 0)
    {
        start.Next(BEFORE_CODE);
        responseCode = static_cast<FcpResponseCode>(start.ReadU8());
        start.Next(responseLength - SHORT_RESPONSE_INFO);
    }
    sense.resize(senseLength);
    start.Read(sense.data(), senseLength);
    return SIZE + responseLength + senseLength;
}

void
FcpResponseHeader::Print(std::ostream& os) const
{
    os << "FCP_RSP" << std::hex << " status=0x" << static_cast<uint32_t>(status) << std::dec
       << (underflow ? " UNDER" : "") << (overflow ? " OVER" : "")
       << (confirmationRequested ? " CONF_REQ" : "") << " RESID=" << residual
       << " SNS_LEN=" << sense.size();
    if (responseCode)
    {
        os << std::hex << " RSP_CODE=0x" << static_cast<uint32_t>(*responseCode) << std::dec;
    }
}

} // namespace ns3
