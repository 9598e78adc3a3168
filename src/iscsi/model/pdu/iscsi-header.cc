/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-header.h"

#include <ios>
#include <ostream>
#include <sstream>

namespace ns3
{

std::string
GetIscsiOpcodeName(IscsiOpcode opcode)
{
    switch (opcode)
    {
    case IscsiOpcode::NOP_OUT:
        return "NOP-Out";
    case IscsiOpcode::SCSI_COMMAND:
        return "SCSI Command";
    case IscsiOpcode::TASK_MANAGEMENT_REQUEST:
        return "Task Management Function Request";
    case IscsiOpcode::LOGIN_REQUEST:
        return "Login Request";
    case IscsiOpcode::TEXT_REQUEST:
        return "Text Request";
    case IscsiOpcode::SCSI_DATA_OUT:
        return "SCSI Data-Out";
    case IscsiOpcode::LOGOUT_REQUEST:
        return "Logout Request";
    case IscsiOpcode::SNACK_REQUEST:
        return "SNACK Request";
    case IscsiOpcode::NOP_IN:
        return "NOP-In";
    case IscsiOpcode::SCSI_RESPONSE:
        return "SCSI Response";
    case IscsiOpcode::TASK_MANAGEMENT_RESPONSE:
        return "Task Management Function Response";
    case IscsiOpcode::LOGIN_RESPONSE:
        return "Login Response";
    case IscsiOpcode::TEXT_RESPONSE:
        return "Text Response";
    case IscsiOpcode::SCSI_DATA_IN:
        return "SCSI Data-In";
    case IscsiOpcode::LOGOUT_RESPONSE:
        return "Logout Response";
    case IscsiOpcode::R2T:
        return "R2T";
    case IscsiOpcode::ASYNC_MESSAGE:
        return "Asynchronous Message";
    case IscsiOpcode::REJECT:
        return "Reject";
    }
    return "Reserved";
}

std::string
FormatIscsiTag(uint32_t tag)
{
    std::ostringstream text;
    text << "0x" << std::hex << tag;
    return text.str();
}

NS_OBJECT_ENSURE_REGISTERED(IscsiHeader);

TypeId
IscsiHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiHeader").SetParent<Header>().SetGroupName("Iscsi");
    return tid;
}

IscsiHeader::IscsiHeader(IscsiOpcode opcode, bool hasLun)
    : m_opcode(opcode),
      m_hasLun(hasLun)
{
}

uint32_t
IscsiHeader::GetSerializedSize() const
{
    return BHS_SIZE;
}

void
IscsiHeader::Serialize(Buffer::Iterator start) const
{
    IscsiBhs bhs;
    bhs.PutBits(0, 0x3f, static_cast<uint8_t>(m_opcode));
    bhs.PutFlag(1, 0x80, final);
    bhs.PutU8(4, totalAhsLength);
    bhs.PutU24(5, dataSegmentLength);
    bhs.PutU64(8, m_hasLun ? lun : 0);
    bhs.PutU32(16, initiatorTaskTag);
    EncodeFields(bhs);
    start.Write(bhs.Data(), BHS_SIZE);
}

uint32_t
IscsiHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < BHS_SIZE)
    {
        return 0;
    }
    IscsiBhs bhs;
    start.Read(bhs.Data(), BHS_SIZE);
    Decode(bhs);
    return BHS_SIZE;
}

uint32_t
IscsiHeader::Peek(Ptr<const Packet> pdu)
{
    IscsiBhs bhs;
    if (pdu->CopyData(bhs.Data(), BHS_SIZE) < BHS_SIZE)
    {
        return 0;
    }
    Decode(bhs);
    return BHS_SIZE;
}

void
IscsiHeader::Decode(const IscsiBhs& bhs)
{
    final = bhs.GetFlag(1, 0x80);
    totalAhsLength = bhs.GetU8(4);
    dataSegmentLength = bhs.GetU24(5);
    lun = m_hasLun ? bhs.GetU64(8) : 0;
    initiatorTaskTag = bhs.GetU32(16);
    DecodeFields(bhs);
}

void
IscsiHeader::Print(std::ostream& os) const
{
    os << GetIscsiOpcodeName(m_opcode) << (immediate ? " I" : "") << (final ? " F" : "")
       << " TotalAHSLength=" << +totalAhsLength << " DataSegmentLength=" << dataSegmentLength
       << " LUN=0x" << std::hex << lun << " ITT=0x" << initiatorTaskTag << std::dec;
    PrintFields(os);
}

NS_OBJECT_ENSURE_REGISTERED(IscsiInitiatorHeader);

TypeId
IscsiInitiatorHeader::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiInitiatorHeader").SetParent<IscsiHeader>().SetGroupName("Iscsi");
    return tid;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiRequestHeader);

TypeId
IscsiRequestHeader::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiRequestHeader").SetParent<IscsiInitiatorHeader>().SetGroupName("Iscsi");
    return tid;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiResponseHeader);

TypeId
IscsiResponseHeader::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiResponseHeader").SetParent<IscsiHeader>().SetGroupName("Iscsi");
    return tid;
}

NS_OBJECT_ENSURE_REGISTERED(IscsiBasicHeader);

TypeId
IscsiBasicHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiBasicHeader")
                            .SetParent<IscsiHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiBasicHeader>();
    return tid;
}

TypeId
IscsiBasicHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiBasicHeader::IscsiBasicHeader()
    : IscsiHeader(IscsiOpcode::NOP_OUT)
{
}

IscsiBasicHeader::IscsiBasicHeader(Ptr<const Packet> pdu)
    : IscsiBasicHeader()
{
    Peek(pdu);
}

void
IscsiBasicHeader::EncodeFields(IscsiBhs& bhs) const
{
    const auto shared = bhs;
    bhs = m_bhs;
    bhs.PutBits(0, 0x3f, shared.GetU8(0));
    bhs.PutFlag(0, 0x40, immediate);
    bhs.PutFlag(1, 0x80, final);
    bhs.PutBytes(4, shared.GetBytes<16>(4));
}

void
IscsiBasicHeader::DecodeFields(const IscsiBhs& bhs)
{
    m_bhs = bhs;
    immediate = bhs.GetFlag(0, 0x40);
    m_opcode = static_cast<IscsiOpcode>(bhs.GetBits(0, 0x3f));
}

void
IscsiBasicHeader::PrintFields(std::ostream& os) const
{
    // These lie at the same place in all PDUs of a side; some of a side have none of the first.
    constexpr uint8_t FIRST_OF_TARGET = 0x20;
    const bool isOfTarget = static_cast<uint8_t>(m_opcode) >= FIRST_OF_TARGET;
    os << (isOfTarget ? " StatSN=" : " CmdSN=") << m_bhs.GetU32(24)
       << (isOfTarget ? " ExpCmdSN=" : " ExpStatSN=") << m_bhs.GetU32(28);
}

} // namespace ns3
