/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-snack-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiSnackHeader);

TypeId
IscsiSnackHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiSnackHeader")
                            .SetParent<IscsiInitiatorHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiSnackHeader>();
    return tid;
}

TypeId
IscsiSnackHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiSnackHeader::IscsiSnackHeader()
    : IscsiInitiatorHeader(IscsiOpcode::SNACK_REQUEST)
{
}

void
IscsiSnackHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiInitiatorHeader::EncodeFields(bhs);
    bhs.PutBits(1, 0x0f, static_cast<uint8_t>(type));
    bhs.PutU32(20, targetTransferTag);
    bhs.PutU32(40, begRun);
    bhs.PutU32(44, runLength);
}

void
IscsiSnackHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiInitiatorHeader::DecodeFields(bhs);
    type = static_cast<IscsiSnackType>(bhs.GetBits(1, 0x0f));
    targetTransferTag = bhs.GetU32(20);
    begRun = bhs.GetU32(40);
    runLength = bhs.GetU32(44);
}

void
IscsiSnackHeader::PrintFields(std::ostream& os) const
{
    IscsiInitiatorHeader::PrintFields(os);
    os << " Type=" << static_cast<uint32_t>(type) << " TTT=0x" << std::hex << targetTransferTag
       << std::dec << " BegRun=" << begRun << " RunLength=" << runLength;
}

} // namespace ns3
