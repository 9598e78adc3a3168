/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-replay-header.h"

#include "ns3/packet.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiReplayHeader);

TypeId
IscsiReplayHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiReplayHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiReplayHeader>();
    return tid;
}

TypeId
IscsiReplayHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiReplayHeader::IscsiReplayHeader()
    : IscsiResponseHeader(IscsiOpcode::NOP_IN)
{
}

IscsiReplayHeader::IscsiReplayHeader(const IscsiResponseHeader& original)
    : IscsiResponseHeader(original.GetOpcode())
{
    Packet pdu;
    pdu.AddHeader(original);
    pdu.RemoveHeader(*this);
}

void
IscsiReplayHeader::EncodeFields(IscsiBhs& bhs) const
{
    const auto shared = bhs;
    bhs = m_bhs;
    bhs.PutBytes(4, shared.GetBytes<4>(4));
    IscsiResponseHeader::EncodeFields(bhs);
}

void
IscsiReplayHeader::DecodeFields(const IscsiBhs& bhs)
{
    m_bhs = bhs;
    m_opcode = static_cast<IscsiOpcode>(bhs.GetBits(0, 0x3f));
    IscsiResponseHeader::DecodeFields(bhs);
}

void
IscsiReplayHeader::PrintFields(std::ostream& os) const
{
    IscsiResponseHeader::PrintFields(os);
}

} // namespace ns3
