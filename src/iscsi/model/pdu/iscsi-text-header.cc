/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-text-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiTextRequestHeader);

TypeId
IscsiTextRequestHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiTextRequestHeader")
                            .SetParent<IscsiRequestHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiTextRequestHeader>();
    return tid;
}

TypeId
IscsiTextRequestHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiTextRequestHeader::IscsiTextRequestHeader()
    : IscsiRequestHeader(IscsiOpcode::TEXT_REQUEST)
{
}

void
IscsiTextRequestHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiRequestHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x40, cont);
    bhs.PutU32(20, targetTransferTag);
}

void
IscsiTextRequestHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiRequestHeader::DecodeFields(bhs);
    cont = bhs.GetFlag(1, 0x40);
    targetTransferTag = bhs.GetU32(20);
}

void
IscsiTextRequestHeader::PrintFields(std::ostream& os) const
{
    IscsiRequestHeader::PrintFields(os);
    os << (cont ? " C" : "") << " TTT=0x" << std::hex << targetTransferTag << std::dec;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiTextResponseHeader);

TypeId
IscsiTextResponseHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiTextResponseHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiTextResponseHeader>();
    return tid;
}

TypeId
IscsiTextResponseHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiTextResponseHeader::IscsiTextResponseHeader()
    : IscsiResponseHeader(IscsiOpcode::TEXT_RESPONSE)
{
}

void
IscsiTextResponseHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x40, cont);
    bhs.PutU32(20, targetTransferTag);
}

void
IscsiTextResponseHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    cont = bhs.GetFlag(1, 0x40);
    targetTransferTag = bhs.GetU32(20);
}

void
IscsiTextResponseHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << (cont ? " C" : "") << " TTT=0x" << std::hex << targetTransferTag << std::dec;
}

} // namespace ns3
