/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-data-header.h"

#include <ios>
#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiDataInHeader);

TypeId
IscsiDataInHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiDataInHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiDataInHeader>();
    return tid;
}

TypeId
IscsiDataInHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiDataInHeader::IscsiDataInHeader()
    : IscsiResponseHeader(IscsiOpcode::SCSI_DATA_IN)
{
}

void
IscsiDataInHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiResponseHeader::EncodeFields(bhs);
    bhs.PutFlag(1, 0x40, acknowledge);
    bhs.PutFlag(1, 0x04, overflow);
    bhs.PutFlag(1, 0x02, underflow);
    bhs.PutFlag(1, 0x01, statusPresent);
    bhs.PutU8(3, status);
    bhs.PutU32(20, targetTransferTag);
    bhs.PutU32(36, dataSn);
    bhs.PutU32(40, bufferOffset);
    bhs.PutU32(44, residualCount);
}

void
IscsiDataInHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiResponseHeader::DecodeFields(bhs);
    acknowledge = bhs.GetFlag(1, 0x40);
    overflow = bhs.GetFlag(1, 0x04);
    underflow = bhs.GetFlag(1, 0x02);
    statusPresent = bhs.GetFlag(1, 0x01);
    status = bhs.GetU8(3);
    targetTransferTag = bhs.GetU32(20);
    dataSn = bhs.GetU32(36);
    bufferOffset = bhs.GetU32(40);
    residualCount = bhs.GetU32(44);
}

void
IscsiDataInHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
    os << (acknowledge ? " A" : "") << (overflow ? " O" : "") << (underflow ? " U" : "")
       << (statusPresent ? " S" : "") << " Status=" << +status << " TTT=0x" << std::hex
       << targetTransferTag << std::dec << " DataSN=" << dataSn << " BufferOffset=" << bufferOffset
       << " ResidualCount=" << residualCount;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiDataOutHeader);

TypeId
IscsiDataOutHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiDataOutHeader")
                            .SetParent<IscsiInitiatorHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiDataOutHeader>();
    return tid;
}

TypeId
IscsiDataOutHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiDataOutHeader::IscsiDataOutHeader()
    : IscsiInitiatorHeader(IscsiOpcode::SCSI_DATA_OUT)
{
}

void
IscsiDataOutHeader::EncodeFields(IscsiBhs& bhs) const
{
    IscsiInitiatorHeader::EncodeFields(bhs);
    bhs.PutU32(20, targetTransferTag);
    bhs.PutU32(36, dataSn);
    bhs.PutU32(40, bufferOffset);
}

void
IscsiDataOutHeader::DecodeFields(const IscsiBhs& bhs)
{
    IscsiInitiatorHeader::DecodeFields(bhs);
    targetTransferTag = bhs.GetU32(20);
    dataSn = bhs.GetU32(36);
    bufferOffset = bhs.GetU32(40);
}

void
IscsiDataOutHeader::PrintFields(std::ostream& os) const
{
    IscsiInitiatorHeader::PrintFields(os);
    os << " TTT=0x" << std::hex << targetTransferTag << std::dec << " DataSN=" << dataSn
       << " BufferOffset=" << bufferOffset;
}

} // namespace ns3
