/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-header.h"

#include <ios>
#include <ostream>
#include <sstream>

namespace ns3
{

namespace
{

/**
 * Write a byte and a 24-bit number as one big-endian word.
 *
 * @param to where it goes
 * @param high the first byte
 * @param low the number; higher bits are lost
 */
void
WriteByteAnd24(Buffer::Iterator& to, uint8_t high, uint32_t low)
{
    to.WriteHtonU32(static_cast<uint32_t>(high) << 24 | (low & 0xffffff));
}

/**
 * Read what WriteByteAnd24 wrote.
 *
 * @param from where it is
 * @param low takes the 24-bit number
 * @return the first byte
 */
uint8_t
ReadByteAnd24(Buffer::Iterator& from, uint32_t& low)
{
    const auto word = from.ReadNtohU32();
    low = word & 0xffffff;
    return word >> 24;
}

} // namespace

std::string
GetFcRCtlName(FcRCtl rCtl)
{
    switch (rCtl)
    {
    case FcRCtl::UNCATEGORIZED:
        return "Uncategorized";
    case FcRCtl::SOLICITED_DATA:
        return "Solicited Data";
    case FcRCtl::UNSOLICITED_CONTROL:
        return "Unsolicited Control";
    case FcRCtl::SOLICITED_CONTROL:
        return "Solicited Control";
    case FcRCtl::UNSOLICITED_DATA:
        return "Unsolicited Data";
    case FcRCtl::DATA_DESCRIPTOR:
        return "Data Descriptor";
    case FcRCtl::UNSOLICITED_COMMAND:
        return "Unsolicited Command";
    case FcRCtl::COMMAND_STATUS:
        return "Command Status";
    case FcRCtl::ELS_REQUEST:
        return "ELS Request";
    case FcRCtl::ELS_REPLY:
        return "ELS Reply";
    case FcRCtl::ABTS:
        return "ABTS";
    case FcRCtl::BA_ACC:
        return "BA_ACC";
    case FcRCtl::BA_RJT:
        return "BA_RJT";
    }
    return "Reserved";
}

std::string
FormatFcExchangeId(uint16_t id)
{
    std::ostringstream text;
    text << "0x" << std::hex << id;
    return text.str();
}

NS_OBJECT_ENSURE_REGISTERED(FcHeader);

TypeId
FcHeader::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FcHeader").SetParent<Header>().SetGroupName("Fcal").AddConstructor<FcHeader>();
    return tid;
}

TypeId
FcHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FcHeader::GetSerializedSize() const
{
    return SIZE;
}

void
FcHeader::Serialize(Buffer::Iterator start) const
{
    WriteByteAnd24(start, static_cast<uint8_t>(rCtl), dId);
    WriteByteAnd24(start, csCtl, sId);
    WriteByteAnd24(start, static_cast<uint8_t>(type), fCtl);
    start.WriteU8(seqId);
    start.WriteU8(dfCtl);
    start.WriteHtonU16(seqCnt);
    start.WriteHtonU16(oxId);
    start.WriteHtonU16(rxId);
    start.WriteHtonU32(parameter);
}

uint32_t
FcHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < SIZE)
    {
        return 0;
    }
    rCtl = static_cast<FcRCtl>(ReadByteAnd24(start, dId));
    csCtl = ReadByteAnd24(start, sId);
    type = static_cast<FcType>(ReadByteAnd24(start, fCtl));
    seqId = start.ReadU8();
    dfCtl = start.ReadU8();
    seqCnt = start.ReadNtohU16();
    oxId = start.ReadNtohU16();
    rxId = start.ReadNtohU16();
    parameter = start.ReadNtohU32();
    return SIZE;
}

void
FcHeader::Print(std::ostream& os) const
{
    os << GetFcRCtlName(rCtl) << std::hex << " R_CTL=0x" << static_cast<uint32_t>(rCtl)
       << " D_ID=0x" << dId << " CS_CTL=0x" << +csCtl << " S_ID=0x" << sId << " TYPE=0x"
       << static_cast<uint32_t>(type) << " F_CTL=0x" << fCtl << " SEQ_ID=0x" << +seqId
       << " DF_CTL=0x" << +dfCtl << std::dec << " SEQ_CNT=" << seqCnt << std::hex << " OX_ID=0x"
       << oxId << " RX_ID=0x" << rxId << " Parameter=0x" << parameter << std::dec;
}

bool
FcHeader::HasFCtl(uint32_t bits) const
{
    return (fCtl & bits) == bits;
}

} // namespace ns3
