/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-task-management-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiTaskManagementRequestHeader);

TypeId
IscsiTaskManagementRequestHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiTaskManagementRequestHeader")
                            .SetParent<IscsiRequestHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiTaskManagementRequestHeader>();
    return tid;
}

TypeId
IscsiTaskManagementRequestHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiTaskManagementRequestHeader::IscsiTaskManagementRequestHeader()
    : IscsiRequestHeader(IscsiOpcode::TASK_MANAGEMENT_REQUEST)
{
}

void
IscsiTaskManagementRequestHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiRequestHeader::EncodeFields(bhs);
    bhs.PutBits(1, 0x7f, static_cast<uint8_t>(function));
    bhs.PutU32(20, referencedTaskTag);
    bhs.PutU32(32, refCmdSn);
    bhs.PutU32(36, expDataSn);
}

void
IscsiTaskManagementRequestHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiRequestHeader::DecodeFields(bhs);
    function = static_cast<IscsiTaskManagementFunction>(bhs.GetBits(1, 0x7f));
    referencedTaskTag = bhs.GetU32(20);
    refCmdSn = bhs.GetU32(32);
    expDataSn = bhs.GetU32(36);
}

void
IscsiTaskManagementRequestHeader::PrintFields(std::ostream& os) const
{
    IscsiRequestHeader::PrintFields(os);
    os << " Function=" << static_cast<uint32_t>(function) << " ReferencedTaskTag=0x" << std::hex
       << referencedTaskTag << std::dec << " RefCmdSN=" << refCmdSn << " ExpDataSN=" << expDataSn;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiTaskManagementResponseHeader);

TypeId
IscsiTaskManagementResponseHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiTaskManagementResponseHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiTaskManagementResponseHeader>();
    return tid;
}

TypeId
IscsiTaskManagementResponseHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiTaskManagementResponseHeader::IscsiTaskManagementResponseHeader()
    : IscsiResponseHeader(IscsiOpcode::TASK_MANAGEMENT_RESPONSE, false)
{
}

void
IscsiTaskManagementResponseHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutU8(2, static_cast<uint8_t>(response));
}

void
IscsiTaskManagementResponseHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    response = static_cast<IscsiTaskManagementResponseCode>(bhs.GetU8(2));
}

void
IscsiTaskManagementResponseHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << " Response=" << static_cast<uint32_t>(response);
}

} // namespace ns3
