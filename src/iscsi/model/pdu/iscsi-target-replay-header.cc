/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-replay-header.h"

#include "iscsi-header-fields.h"

#include "ns3/packet.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IscsiTargetReplayHeader);

TypeId
IscsiTargetReplayHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IscsiTargetReplayHeader")
                            .SetParent<IscsiResponseHeader>()
                            .SetGroupName("Iscsi")
                            .AddConstructor<IscsiTargetReplayHeader>();
    return tid;
}

TypeId
IscsiTargetReplayHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

IscsiTargetReplayHeader::IscsiTargetReplayHeader()
    : IscsiResponseHeader(IscsiOpcode::NOP_IN)
{
}

IscsiTargetReplayHeader::IscsiTargetReplayHeader(const IscsiResponseHeader& original)
    : IscsiResponseHeader(original.GetOpcode())
{
    Packet pdu;
    pdu.AddHeader(original);
    pdu.RemoveHeader(*this);
}

void
IscsiTargetReplayHeader::EncodeFields(IscsiBhs& bhs) const
{
    const auto shared = bhs;
    bhs = m_bhs;
    bhs.PutBytes(4, shared.GetBytes<4>(4));
    IscsiFieldEncoder encoder(bhs);
    VisitFields(encoder, *this);
}

void
IscsiTargetReplayHeader::DecodeFields(const IscsiBhs& bhs)
{
    m_bhs = bhs;
    m_opcode = static_cast<IscsiOpcode>(bhs.GetBits(0, 0x3f));
    IscsiFieldDecoder decoder(bhs);
    VisitFields(decoder, *this);
}

void
IscsiTargetReplayHeader::PrintFields(std::ostream& os) const
{
    IscsiFieldPrinter printer(os);
    VisitFields(printer, *this);
}

} // namespace ns3
