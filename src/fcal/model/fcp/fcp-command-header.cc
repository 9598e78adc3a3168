/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcp-command-header.h"

#include "ns3/assert.h"

#include <iomanip>
#include <ios>
#include <ostream>

namespace ns3
{

namespace
{

/// The attribute's bits in their byte.
constexpr uint8_t ATTRIBUTE_MASK = 0x07;
/// RDDATA in the last byte of FCP_CNTL.
constexpr uint8_t READ_DATA = 0x02;
/// WRDATA in the last byte of FCP_CNTL.
constexpr uint8_t WRITE_DATA = 0x01;
/// Where the length of the additional CDB is in that byte: it counts words of four bytes.
constexpr uint32_t ADDITIONAL_SHIFT = 2;
/// Bytes of those words.
constexpr uint32_t WORD_BYTES = 4;
/// Bytes before the last byte of FCP_CNTL.
constexpr uint32_t LENGTH_OFFSET = 11;

} // namespace

FcpTaskAttribute
ToFcpTaskAttribute(ScsiTaskAttribute attribute)
{
    switch (attribute)
    {
    case ScsiTaskAttribute::UNTAGGED:
        return FcpTaskAttribute::UNTAGGED;
    case ScsiTaskAttribute::SIMPLE:
        break;
    case ScsiTaskAttribute::ORDERED:
        return FcpTaskAttribute::ORDERED;
    case ScsiTaskAttribute::HEAD_OF_QUEUE:
        return FcpTaskAttribute::HEAD_OF_QUEUE;
    case ScsiTaskAttribute::ACA:
        return FcpTaskAttribute::ACA;
    }
    return FcpTaskAttribute::SIMPLE;
}

ScsiTaskAttribute
ToScsiTaskAttribute(FcpTaskAttribute attribute)
{
    switch (attribute)
    {
    case FcpTaskAttribute::UNTAGGED:
        return ScsiTaskAttribute::UNTAGGED;
    case FcpTaskAttribute::SIMPLE:
        break;
    case FcpTaskAttribute::ORDERED:
        return ScsiTaskAttribute::ORDERED;
    case FcpTaskAttribute::HEAD_OF_QUEUE:
        return ScsiTaskAttribute::HEAD_OF_QUEUE;
    case FcpTaskAttribute::ACA:
        return ScsiTaskAttribute::ACA;
    }
    return ScsiTaskAttribute::SIMPLE;
}

NS_OBJECT_ENSURE_REGISTERED(FcpCommandHeader);

TypeId
FcpCommandHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcpCommandHeader")
                            .SetParent<Header>()
                            .SetGroupName("Fcal")
                            .AddConstructor<FcpCommandHeader>();
    return tid;
}

TypeId
FcpCommandHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FcpCommandHeader::GetSerializedSize() const
{
    return SIZE + additionalCdb.size();
}

void
FcpCommandHeader::Serialize(Buffer::Iterator start) const
{
    NS_ASSERT_MSG(additionalCdb.size() % WORD_BYTES == 0 &&
                      additionalCdb.size() <= MAX_ADDITIONAL_CDB,
                  "an additional CDB of " << additionalCdb.size() << " bytes");
    const auto words = static_cast<uint8_t>(additionalCdb.size() / WORD_BYTES);
    start.WriteHtonU64(lun);
    start.WriteU8(commandReference);
    start.WriteU8(static_cast<uint8_t>(attribute) & ATTRIBUTE_MASK);
    start.WriteU8(taskManagement);
    start.WriteU8(words << ADDITIONAL_SHIFT | (readData ? READ_DATA : 0) |
                  (writeData ? WRITE_DATA : 0));
    start.Write(cdb.data(), cdb.size());
    start.Write(additionalCdb.data(), additionalCdb.size());
    start.WriteHtonU32(dataLength);
}

uint32_t
FcpCommandHeader::Deserialize(Buffer::Iterator start)
{
    const auto there = start.GetRemainingSize();
    if (there < SIZE)
    {
        return 0;
    }
    auto peek = start;
    peek.Next(LENGTH_OFFSET);
    const auto additional = (peek.ReadU8() >> ADDITIONAL_SHIFT) * WORD_BYTES;
    if (there < SIZE + additional)
    {
        return 0;
    }
    lun = start.ReadNtohU64();
    commandReference = start.ReadU8();
    attribute = static_cast<FcpTaskAttribute>(start.ReadU8() & ATTRIBUTE_MASK);
    taskManagement = start.ReadU8();
    const auto flags = start.ReadU8();
    readData = flags & READ_DATA;
    writeData = flags & WRITE_DATA;
    start.Read(cdb.data(), cdb.size());
    additionalCdb.resize(additional);
    start.Read(additionalCdb.data(), additional);
    dataLength = start.ReadNtohU32();
    return SIZE + additional;
}

void
FcpCommandHeader::Print(std::ostream& os) const
{
    os << "FCP_CMND LUN=0x" << std::hex << lun << std::dec << " CRN=" << +commandReference
       << " ATTR=" << static_cast<uint32_t>(attribute) << " TM=0x" << std::hex << +taskManagement
       << std::dec << (readData ? " RDDATA" : "") << (writeData ? " WRDATA" : "") << " CDB=";
    os << std::hex << std::setfill('0');
    for (const auto byte : cdb)
    {
        os << std::setw(2) << +byte;
    }
    for (const auto byte : additionalCdb)
    {
        os << std::setw(2) << +byte;
    }
    os << std::dec << std::setfill(' ') << " DL=" << dataLength;
}

} // namespace ns3
