/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-rec-header.h"

#include "fc-els.h"

#include <ios>
#include <ostream>

namespace ns3
{

namespace
{

// Bits of the exchange status (FC-FS, E_STAT).
constexpr uint32_t OWNED_BY_RESPONDER = 0x80000000; ///< ESB owner: the responder
constexpr uint32_t INITIATIVE = 0x40000000;         ///< it holds the sequence initiative
constexpr uint32_t COMPLETE = 0x20000000;           ///< completion

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FcRecHeader);

TypeId
FcRecHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcRecHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcRecHeader>();
    return tid;
}

TypeId
FcRecHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcRecHeader::FcRecHeader()
    : FcIuHeader(SIZE)
{
}

void
FcRecHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteHtonU32(static_cast<uint32_t>(FcElsCode::REC) << 24);
    to.WriteHtonU32(originator & 0xffffff);
    to.WriteHtonU16(oxId);
    to.WriteHtonU16(rxId);
}

bool
FcRecHeader::Decode(Buffer::Iterator& from)
{
    if (static_cast<FcElsCode>(from.ReadU8()) != FcElsCode::REC)
    {
        return false;
    }
    from.Next(3);
    originator = from.ReadNtohU32() & 0xffffff;
    oxId = from.ReadNtohU16();
    rxId = from.ReadNtohU16();
    return true;
}

void
FcRecHeader::Print(std::ostream& os) const
{
    os << "REC originator=0x" << std::hex << originator << " OX_ID=0x" << oxId << " RX_ID=0x"
       << rxId << std::dec;
}

NS_OBJECT_ENSURE_REGISTERED(FcRecAccHeader);

TypeId
FcRecAccHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcRecAccHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcRecAccHeader>();
    return tid;
}

TypeId
FcRecAccHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcRecAccHeader::FcRecAccHeader()
    : FcIuHeader(SIZE)
{
}

void
FcRecAccHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteHtonU32(static_cast<uint32_t>(FcElsCode::LS_ACC) << 24);
    to.WriteHtonU16(oxId);
    to.WriteHtonU16(rxId);
    to.WriteHtonU32(originator & 0xffffff);
    to.WriteHtonU32(responder & 0xffffff);
    to.WriteHtonU32(transferred);
    to.WriteHtonU32((isResponder ? OWNED_BY_RESPONDER : 0) | (hasInitiative ? INITIATIVE : 0) |
                    (isComplete ? COMPLETE : 0));
}

bool
FcRecAccHeader::Decode(Buffer::Iterator& from)
{
    if (static_cast<FcElsCode>(from.ReadU8()) != FcElsCode::LS_ACC)
    {
        return false;
    }
    from.Next(3);
    oxId = from.ReadNtohU16();
    rxId = from.ReadNtohU16();
    originator = from.ReadNtohU32() & 0xffffff;
    responder = from.ReadNtohU32() & 0xffffff;
    transferred = from.ReadNtohU32();
    const auto status = from.ReadNtohU32();
    isResponder = status & OWNED_BY_RESPONDER;
    hasInitiative = status & INITIATIVE;
    isComplete = status & COMPLETE;
    return true;
}

void
FcRecAccHeader::Print(std::ostream& os) const
{
    os << "LS_ACC OX_ID=0x" << std::hex << oxId << " RX_ID=0x" << rxId << " originator=0x"
       << originator << " responder=0x" << responder << std::dec << " transferred=" << transferred
       << (isResponder ? " responder" : " originator") << (hasInitiative ? " initiative" : "")
       << (isComplete ? " complete" : "");
}

} // namespace ns3
