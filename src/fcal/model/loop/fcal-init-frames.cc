/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-init-frames.h"

#include <algorithm>
#include <ios>
#include <ostream>

namespace ns3
{

namespace
{

/**
 * @param code a code
 * @return true if the frame has a bit map of addresses
 */
bool
HasAddressMap(FcalInitCode code)
{
    return code >= FcalInitCode::LIFA && code <= FcalInitCode::LISA;
}

/**
 * @param code a code
 * @return true if the frame has a list of positions
 */
bool
HasPositionMap(FcalInitCode code)
{
    return code == FcalInitCode::LIRP || code == FcalInitCode::LILP;
}

/**
 * @param to where to write an identifier
 * @param code its upper half
 * @param flags its lower half
 */
void
WriteIdentifier(Buffer::Iterator& to, FcalInitCode code, uint16_t flags)
{
    to.WriteHtonU16(static_cast<uint16_t>(code));
    to.WriteHtonU16(flags);
}

} // namespace

std::string
GetFcalInitCodeName(FcalInitCode code)
{
    switch (code)
    {
    case FcalInitCode::LISM:
        return "LISM";
    case FcalInitCode::LIFA:
        return "LIFA";
    case FcalInitCode::LIPA:
        return "LIPA";
    case FcalInitCode::LIHA:
        return "LIHA";
    case FcalInitCode::LISA:
        return "LISA";
    case FcalInitCode::LIRP:
        return "LIRP";
    case FcalInitCode::LILP:
        return "LILP";
    }
    return "Reserved";
}

NS_OBJECT_ENSURE_REGISTERED(FcalLismHeader);

TypeId
FcalLismHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcalLismHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcalLismHeader>();
    return tid;
}

TypeId
FcalLismHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcalLismHeader::FcalLismHeader()
    : FcIuHeader(SIZE)
{
}

void
FcalLismHeader::Encode(Buffer::Iterator& to) const
{
    WriteIdentifier(to, FcalInitCode::LISM, 0);
    to.WriteHtonU64(portName);
}

bool
FcalLismHeader::Decode(Buffer::Iterator& from)
{
    if (static_cast<FcalInitCode>(from.ReadNtohU16()) != FcalInitCode::LISM)
    {
        return false;
    }
    from.Next(2);
    portName = from.ReadNtohU64();
    return true;
}

void
FcalLismHeader::Print(std::ostream& os) const
{
    os << "LISM port=0x" << std::hex << portName << std::dec;
}

NS_OBJECT_ENSURE_REGISTERED(FcalAddressMapHeader);

TypeId
FcalAddressMapHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcalAddressMapHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcalAddressMapHeader>();
    return tid;
}

TypeId
FcalAddressMapHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcalAddressMapHeader::FcalAddressMapHeader()
    : FcIuHeader(SIZE)
{
}

void
FcalAddressMapHeader::Encode(Buffer::Iterator& to) const
{
    WriteIdentifier(to, code, flags);
    to.Write(map.GetBytes().data(), FcalAlpaMap::SIZE);
}

bool
FcalAddressMapHeader::Decode(Buffer::Iterator& from)
{
    const auto read = static_cast<FcalInitCode>(from.ReadNtohU16());
    if (!HasAddressMap(read))
    {
        return false;
    }
    code = read;
    flags = from.ReadNtohU16();
    std::array<uint8_t, FcalAlpaMap::SIZE> bytes;
    from.Read(bytes.data(), bytes.size());
    map = FcalAlpaMap(bytes);
    return true;
}

void
FcalAddressMapHeader::Print(std::ostream& os) const
{
    os << GetFcalInitCodeName(code) << " flags=0x" << std::hex << flags << std::dec
       << (map.IsLoginRequired() ? " L" : "") << " taken=" << map.GetCount();
}

NS_OBJECT_ENSURE_REGISTERED(FcalPositionMapHeader);

TypeId
FcalPositionMapHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcalPositionMapHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcalPositionMapHeader>();
    return tid;
}

TypeId
FcalPositionMapHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcalPositionMapHeader::FcalPositionMapHeader()
    : FcIuHeader(SIZE)
{
}

void
FcalPositionMapHeader::Encode(Buffer::Iterator& to) const
{
    WriteIdentifier(to, code, 0);
    to.WriteU8(count);
    for (uint32_t i = 0; i < positions.size(); ++i)
    {
        to.WriteU8(i < count ? positions[i] : NO_ADDRESS);
    }
}

bool
FcalPositionMapHeader::Decode(Buffer::Iterator& from)
{
    const auto read = static_cast<FcalInitCode>(from.ReadNtohU16());
    from.Next(2);
    const auto entries = from.ReadU8();
    if (!HasPositionMap(read) || entries > positions.size())
    {
        return false;
    }
    code = read;
    count = entries;
    from.Read(positions.data(), positions.size());
    return true;
}

void
FcalPositionMapHeader::Print(std::ostream& os) const
{
    os << GetFcalInitCodeName(code) << " count=" << +count << std::hex;
    for (uint32_t i = 0; i < count; ++i)
    {
        os << " " << +positions[i];
    }
    os << std::dec;
}

Ptr<FcFrame>
MakeFcalInitFrame(const FcIuHeader& payload, bool fabric)
{
    auto frame = Create<FcFrame>();
    frame->sof = FcSof::SOFIL;
    frame->eof = FcEof::EOFT;
    auto& header = frame->header;
    header.rCtl = FcRCtl::ELS_REQUEST;
    header.type = FcType::EXTENDED_LINK_SERVICE;
    header.fCtl = FcHeader::FIRST_SEQUENCE | FcHeader::LAST_SEQUENCE | FcHeader::END_SEQUENCE;
    header.dId = header.sId = fabric ? FCAL_FL_PORT_ALPA : FCAL_ALPA_TABLE.back();
    frame->payload = Create<Packet>();
    frame->payload->AddHeader(payload);
    return frame;
}

std::optional<FcalInitCode>
GetFcalInitCode(const FcFrame& frame)
{
    std::array<uint8_t, 2> bytes{};
    if (frame.sof != FcSof::SOFIL || frame.GetPayloadSize() < bytes.size())
    {
        return std::nullopt;
    }
    frame.payload->CopyData(bytes.data(), bytes.size());
    const auto code = static_cast<FcalInitCode>(bytes[0] << 8 | bytes[1]);
    const bool known = code >= FcalInitCode::LISM && code <= FcalInitCode::LILP;
    return known ? std::optional(code) : std::nullopt;
}

} // namespace ns3
