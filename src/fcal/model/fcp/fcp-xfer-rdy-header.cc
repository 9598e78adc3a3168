/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-xfer-rdy-header.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FcpXferRdyHeader);

TypeId
FcpXferRdyHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcpXferRdyHeader")
                            .SetParent<FcIuHeader>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcpXferRdyHeader>();
    return tid;
}

TypeId
FcpXferRdyHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

FcpXferRdyHeader::FcpXferRdyHeader()
    : FcIuHeader(SIZE)
{
}

void
FcpXferRdyHeader::Encode(Buffer::Iterator& to) const
{
    to.WriteHtonU32(dataOffset);
    to.WriteHtonU32(burstLength);
    to.WriteHtonU32(0);
}

bool
FcpXferRdyHeader::Decode(Buffer::Iterator& from)
{
    dataOffset = from.ReadNtohU32();
    burstLength = from.ReadNtohU32();
    return true;
}

void
FcpXferRdyHeader::Print(std::ostream& os) const
{
    os << "FCP_XFER_RDY DATA_RO=" << dataOffset << " BURST_LEN=" << burstLength;
}

} // namespace ns3
