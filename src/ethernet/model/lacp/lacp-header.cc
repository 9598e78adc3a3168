/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lacp-header.h"

#include "ns3/address-utils.h"

#include <ostream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LacpHeader);

namespace
{

/// Types of the parts of an LACPDU.
enum Part : uint8_t
{
    TERMINATOR = 0,
    ACTOR = 1,
    PARTNER = 2,
    COLLECTOR = 3
};

constexpr uint8_t PORT_LENGTH = 20;         //!< bytes of the part of actor or partner
constexpr uint8_t COLLECTOR_LENGTH = 16;    //!< bytes of the part of the collector
constexpr uint32_t RESERVED_PORT = 3;       //!< reserved bytes at the end of a part on a port
constexpr uint32_t RESERVED_COLLECTOR = 12; //!< reserved bytes at the end of that of the collector
constexpr uint32_t RESERVED_END = 50;       //!< reserved bytes at the end

/**
 * @param to where to write
 * @param part type of the part
 * @param info what it says
 */
void
WritePort(Buffer::Iterator& to, Part part, const LacpPortInfo& info)
{
    to.WriteU8(part);
    to.WriteU8(PORT_LENGTH);
    to.WriteHtonU16(info.systemPriority);
    WriteTo(to, info.system);
    to.WriteHtonU16(info.key);
    to.WriteHtonU16(info.portPriority);
    to.WriteHtonU16(info.port);
    to.WriteU8(info.state);
    to.WriteU8(0, RESERVED_PORT);
}

/**
 * @param from where to read
 * @param info becomes what is there
 * @return whether the length is right
 */
bool
ReadPort(Buffer::Iterator& from, LacpPortInfo& info)
{
    from.Next();
    const auto length = from.ReadU8();
    info.systemPriority = from.ReadNtohU16();
    ReadFrom(from, info.system);
    info.key = from.ReadNtohU16();
    info.portPriority = from.ReadNtohU16();
    info.port = from.ReadNtohU16();
    info.state = from.ReadU8();
    from.Next(RESERVED_PORT);
    return length == PORT_LENGTH;
}

/**
 * @param os where to print
 * @param info what to print
 */
void
PrintPort(std::ostream& os, const LacpPortInfo& info)
{
    os << info.systemPriority << "/" << info.system << " key " << info.key << " port "
       << info.portPriority << "/" << info.port << " state 0x" << std::hex << +info.state
       << std::dec;
}

} // namespace

Mac48Address
LacpHeader::GetSlowProtocolsAddress()
{
    return Mac48Address("01:80:c2:00:00:02");
}

TypeId
LacpHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LacpHeader")
                            .SetParent<Header>()
                            .SetGroupName("Ethernet")
                            .AddConstructor<LacpHeader>();
    return tid;
}

TypeId
LacpHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
LacpHeader::GetSerializedSize() const
{
    return SIZE;
}

void
LacpHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(SUBTYPE);
    start.WriteU8(VERSION);
    WritePort(start, ACTOR, actor);
    WritePort(start, PARTNER, partner);
    start.WriteU8(COLLECTOR);
    start.WriteU8(COLLECTOR_LENGTH);
    start.WriteHtonU16(collectorMaxDelay);
    start.WriteU8(0, RESERVED_COLLECTOR);
    start.WriteU8(TERMINATOR);
    start.WriteU8(0); // length
    start.WriteU8(0, RESERVED_END);
}

uint32_t
LacpHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE || start.ReadU8() != SUBTYPE)
    {
        return 0;
    }
    start.Next(); // version
    const auto isActorRight = ReadPort(start, actor);
    const auto isPartnerRight = ReadPort(start, partner);
    start.Next();
    const auto collectorLength = start.ReadU8();
    collectorMaxDelay = start.ReadNtohU16();
    start.Next(RESERVED_COLLECTOR + 1);
    const auto terminatorLength = start.ReadU8();
    const auto isRight = isActorRight && isPartnerRight && collectorLength == COLLECTOR_LENGTH &&
                         terminatorLength == 0;
    return isRight ? SIZE : 0;
}

void
LacpHeader::Print(std::ostream& os) const
{
    os << "actor ";
    PrintPort(os, actor);
    os << ", partner ";
    PrintPort(os, partner);
}

} // namespace ns3
