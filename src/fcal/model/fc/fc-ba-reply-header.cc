/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-ba-reply-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

namespace
{

/// SEQ_ID validity of a BA_ACC whose SEQ_ID counts.
constexpr uint8_t SEQ_ID_VALID = 0x80;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(FcBaAccHeader);

TypeId
FcBaAccHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcBaAccHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcBaAccHeader>();
    return tid;
}

TypeId
FcBaAccHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcBaAccHeader::FcBaAccHeader()
    : FcIuHeader(SIZE)
{
}

void
FcBaAccHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteU8(seqIdValid ? SEQ_ID_VALID : 0);
    to.WriteU8(seqId);
    to.WriteHtonU16(0);
    to.WriteHtonU16(oxId);
    to.WriteHtonU16(rxId);
    to.WriteHtonU16(lowSeqCnt);
    to.WriteHtonU16(highSeqCnt);
}

bool
FcBaAccHeader::Decode(Buffer::Iterator& from)
{
    seqIdValid = from.ReadU8() & SEQ_ID_VALID;
    seqId = from.ReadU8();
    from.Next(2);
    oxId = from.ReadNtohU16();
    rxId = from.ReadNtohU16();
    lowSeqCnt = from.ReadNtohU16();
    highSeqCnt = from.ReadNtohU16();
    return true;
}

void
FcBaAccHeader::Print(std::ostream& os) const
{
    os << "BA_ACC" << std::hex << (seqIdValid ? " SEQ_ID=0x" : " no SEQ_ID 0x") << +seqId
       << " OX_ID=0x" << oxId << " RX_ID=0x" << rxId << std::dec << " SEQ_CNT=" << lowSeqCnt << ".."
       << highSeqCnt;
}

NS_OBJECT_ENSURE_REGISTERED(FcBaRjtHeader);

TypeId
FcBaRjtHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcBaRjtHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcBaRjtHeader>();
    return tid;
}

TypeId
FcBaRjtHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcBaRjtHeader::FcBaRjtHeader()
    : FcIuHeader(SIZE)
{
}

void
FcBaRjtHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteU8(0);
    to.WriteU8(static_cast<uint8_t>(reason));
    to.WriteU8(static_cast<uint8_t>(explanation));
    to.WriteU8(0); // vendor specific
}

bool
FcBaRjtHeader::Decode(Buffer::Iterator& from)
{
    from.Next(1);
    reason = static_cast<FcBaRjtReason>(from.ReadU8());
    explanation = static_cast<FcBaRjtExplanation>(from.ReadU8());
    return true;
}

void
FcBaRjtHeader::Print(std::ostream& os) const
{
    os << "BA_RJT reason=0x" << std::hex << static_cast<uint32_t>(reason) << " explanation=0x"
       << static_cast<uint32_t>(explanation) << std::dec;
}

} // namespace ns3
