/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-nop-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiNopOutHeader);

TypeId
IscsiNopOutHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiNopOutHeader")
                            .SetParent<IscsiRequestHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiNopOutHeader>();
    return tid;
}

TypeId
IscsiNopOutHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiNopOutHeader::IscsiNopOutHeader()
    : IscsiRequestHeader(IscsiOpcode::NOP_OUT)
{
}

void
IscsiNopOutHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiRequestHeader::EncodeFields(bhs);
    bhs.PutU32(20, targetTransferTag);
}

void
IscsiNopOutHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiRequestHeader::DecodeFields(bhs);
    targetTransferTag = bhs.GetU32(20);
}

void
IscsiNopOutHeader::PrintFields(std::ostream& os) const
{
    IscsiRequestHeader::PrintFields(os);
    os << " TTT=0x" << std::hex << targetTransferTag << std::dec;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiNopInHeader);

TypeId
IscsiNopInHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiNopInHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiNopInHeader>();
    return tid;
}

TypeId
IscsiNopInHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiNopInHeader::IscsiNopInHeader()
    : IscsiResponseHeader(IscsiOpcode::NOP_IN)
{
}

void
IscsiNopInHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutU32(20, targetTransferTag);
}

void
IscsiNopInHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    targetTransferTag = bhs.GetU32(20);
}

void
IscsiNopInHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << " TTT=0x" << std::hex << targetTransferTag << std::dec;
}

} // namespace ns3
