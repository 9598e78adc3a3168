/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-ls-reply-header.h"

#include "fc-els.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FcLsAccHeader);

TypeId
FcLsAccHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcLsAccHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcLsAccHeader>();
    return tid;
}

TypeId
FcLsAccHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcLsAccHeader::FcLsAccHeader()
    : FcIuHeader(SIZE)
{
}

void
FcLsAccHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteHtonU32(static_cast<uint32_t>(FcElsCode::LS_ACC) << 24);
}

bool
FcLsAccHeader::Decode(Buffer::Iterator& from)
{
    return static_cast<FcElsCode>(from.ReadU8()) == FcElsCode::LS_ACC;
}

void
FcLsAccHeader::Print(std::ostream& os) const
{
    os << "LS_ACC";
}

NS_OBJECT_ENSURE_REGISTERED(FcLsRjtHeader);

TypeId
FcLsRjtHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcLsRjtHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcLsRjtHeader>();
    return tid;
}

TypeId
FcLsRjtHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcLsRjtHeader::FcLsRjtHeader()
    : FcIuHeader(SIZE)
{
}

void
FcLsRjtHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteHtonU32(static_cast<uint32_t>(FcElsCode::LS_RJT) << 24);
    to.WriteU8(0);
    to.WriteU8(static_cast<uint8_t>(reason));
    to.WriteU8(static_cast<uint8_t>(explanation));
    to.WriteU8(0); // vendor specific
}

bool
FcLsRjtHeader::Decode(Buffer::Iterator& from)
{
    if (static_cast<FcElsCode>(from.ReadU8()) != FcElsCode::LS_RJT)
    {
        return false;
    }
    from.Next(4);
    reason = static_cast<FcLsRjtReason>(from.ReadU8());
    explanation = static_cast<FcLsRjtExplanation>(from.ReadU8());
    return true;
}

void
FcLsRjtHeader::Print(std::ostream& os) const
{
    os << "LS_RJT reason=0x" << std::hex << static_cast<uint32_t>(reason) << " explanation=0x"
       << static_cast<uint32_t>(explanation) << std::dec;
}

} // namespace ns3
