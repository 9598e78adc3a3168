/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-prli-header.h"

#include "ns3/fc-header.h"

#include <ostream>

namespace ns3
{

namespace
{

/// Flags of the page: establish image pair.
constexpr uint16_t ESTABLISH = 0x2000;
/// Where the response code is in the flags.
constexpr uint32_t RESPONSE_SHIFT = 8;
/// Its four bits.
constexpr uint16_t RESPONSE_MASK = 0xf;

// The service parameters (FCP-4).
constexpr uint32_t WRITE_XFER_RDY_DISABLED = 1 << 0; //!< no FCP_XFER_RDY for the first burst
constexpr uint32_t READ_XFER_RDY_DISABLED = 1 << 1;  //!< none in a read
constexpr uint32_t TARGET_FUNCTION = 1 << 4;         //!< target
constexpr uint32_t INITIATOR_FUNCTION = 1 << 5;      //!< initiator
constexpr uint32_t CONFIRMED_COMPLETION = 1 << 7;    //!< FCP_CONF
constexpr uint32_t RETRY = 1 << 8;                   //!< retransmission

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FcpPrliHeader);

TypeId
FcpPrliHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcpPrliHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcpPrliHeader>();
    return tid;
}

TypeId
FcpPrliHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcpPrliHeader::FcpPrliHeader()
    : FcIuHeader(SIZE)
{
}

void
FcpPrliHeader::Encode(Buffer::Iterator& to) const
{
    const uint16_t flags = (establishImagePair ? ESTABLISH : 0) |
                           (static_cast<uint16_t>(response) & RESPONSE_MASK) << RESPONSE_SHIFT;
    const uint32_t parameters =
        (writeXferRdyDisabled ? WRITE_XFER_RDY_DISABLED : 0) |
        (readXferRdyDisabled ? READ_XFER_RDY_DISABLED : 0) |
        (targetFunction ? TARGET_FUNCTION : 0) | (initiatorFunction ? INITIATOR_FUNCTION : 0) |
        (confirmedCompletion ? CONFIRMED_COMPLETION : 0) | (retry ? RETRY : 0);
    to.WriteU8(static_cast<uint8_t>(code));
    to.WriteU8(PAGE_LENGTH);
    to.WriteHtonU16(SIZE);
    to.WriteU8(static_cast<uint8_t>(FcType::FCP));
    to.WriteU8(0); // type code extension
    to.WriteHtonU16(flags);
    to.WriteHtonU64(0); // process associators
    to.WriteHtonU32(parameters);
}

bool
FcpPrliHeader::Decode(Buffer::Iterator& from)
{
    const auto read = static_cast<FcElsCode>(from.ReadU8());
    const auto pageLength = from.ReadU8();
    const auto length = from.ReadNtohU16();
    const auto type = static_cast<FcType>(from.ReadU8());
    const bool known = read == FcElsCode::PRLI || read == FcElsCode::LS_ACC;
    if (!known || pageLength != PAGE_LENGTH || length < SIZE || type != FcType::FCP)
    {
        return false;
    }
    code = read;
    from.Next(1);
    const auto flags = from.ReadNtohU16();
    from.Next(8);
    const auto parameters = from.ReadNtohU32();
    establishImagePair = flags & ESTABLISH;
    response = static_cast<FcpPrliResponse>(flags >> RESPONSE_SHIFT & RESPONSE_MASK);
    writeXferRdyDisabled = parameters & WRITE_XFER_RDY_DISABLED;
    readXferRdyDisabled = parameters & READ_XFER_RDY_DISABLED;
    targetFunction = parameters & TARGET_FUNCTION;
    initiatorFunction = parameters & INITIATOR_FUNCTION;
    confirmedCompletion = parameters & CONFIRMED_COMPLETION;
    retry = parameters & RETRY;
    return true;
}

void
FcpPrliHeader::Print(std::ostream& os) const
{
    os << (code == FcElsCode::PRLI ? "PRLI" : "LS_ACC (PRLI)")
       << (establishImagePair ? " establish" : "")
       << " response=" << static_cast<uint32_t>(response) << (initiatorFunction ? " initiator" : "")
       << (targetFunction ? " target" : "")
       << (writeXferRdyDisabled ? " write-XFER_RDY-disabled" : "")
       << (readXferRdyDisabled ? " read-XFER_RDY-disabled" : "")
       << (confirmedCompletion ? " confirmed-completion" : "") << (retry ? " retry" : "");
}

} // namespace ns3
