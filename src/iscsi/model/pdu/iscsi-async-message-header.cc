/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-async-message-header.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiAsyncMessageHeader);

TypeId
IscsiAsyncMessageHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiAsyncMessageHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiAsyncMessageHeader>();
    return tid;
}

TypeId
IscsiAsyncMessageHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiAsyncMessageHeader::IscsiAsyncMessageHeader()
    : IscsiResponseHeader(IscsiOpcode::ASYNC_MESSAGE)
{
}

void
IscsiAsyncMessageHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutU8(36, static_cast<uint8_t>(asyncEvent));
    bhs.PutU8(37, asyncVCode);
    bhs.PutU16(38, parameter1);
    bhs.PutU16(40, parameter2);
    bhs.PutU16(42, parameter3);
}

void
IscsiAsyncMessageHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    asyncEvent = static_cast<IscsiAsyncEvent>(bhs.GetU8(36));
    asyncVCode = bhs.GetU8(37);
    parameter1 = bhs.GetU16(38);
    parameter2 = bhs.GetU16(40);
    parameter3 = bhs.GetU16(42);
}

void
IscsiAsyncMessageHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << " AsyncEvent=" << static_cast<uint32_t>(asyncEvent) << " AsyncVCode=" << +asyncVCode
       << " Parameter1=" << parameter1 << " Parameter2=" << parameter2
       << " Parameter3=" << parameter3;
}

} // namespace ns3
