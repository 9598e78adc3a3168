/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-scsi-command-header.h"

#include <iomanip>
#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiScsiCommandHeader);

TypeId
IscsiScsiCommandHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiScsiCommandHeader")
                            .SetParent<IscsiRequestHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiScsiCommandHeader>();
    return tid;
}

TypeId
IscsiScsiCommandHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiScsiCommandHeader::IscsiScsiCommandHeader()
    : IscsiRequestHeader(IscsiOpcode::SCSI_COMMAND)
{
}

void
IscsiScsiCommandHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiRequestHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x40, read);
    bhs.PutFlag(1, 0x20, write);
    bhs.PutBits(1, 0x07, static_cast<uint8_t>(attribute));
    bhs.PutU32(20, expectedDataTransferLength);
    bhs.PutBytes(32, cdb);
}

void
IscsiScsiCommandHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiRequestHeader::DecodeFields(bhs);
    read = bhs.GetFlag(1, 0x40);
    write = bhs.GetFlag(1, 0x20);
    attribute = static_cast<IscsiTaskAttribute>(bhs.GetBits(1, 0x07));
    expectedDataTransferLength = bhs.GetU32(20);
    cdb = bhs.GetBytes<16>(32);
}

void
IscsiScsiCommandHeader::PrintFields(std::ostream& os) const
{
    IscsiRequestHeader::PrintFields(os);
    os << (read ? " R" : "") << (write ? " W" : "") << " ATTR=" << static_cast<uint32_t>(attribute)
       << " ExpectedDataTransferLength=" << expectedDataTransferLength;
    os << " CDB=" << std::hex << std::setfill('0');
    for (const auto byte : cdb)
    {
        os << std::setw(2) << +byte;
    }
    os << std::dec << std::setfill(' ');
}

} // namespace ns3
