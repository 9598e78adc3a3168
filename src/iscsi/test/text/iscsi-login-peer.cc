/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-login-peer.h"

#include "ns3/inet-socket-address.h"
#include "ns3/iscsi-nop-header.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>

namespace ns3
{

IscsiLoginPeer::IscsiLoginPeer(IscsiTestBench& bench, uint16_t index)
    : isid{0x80, 9, 9, 9, static_cast<uint8_t>(index >> 8), static_cast<uint8_t>(index)},
      m_bench(bench)
{
    proposals.initiatorName = "iqn.2026-01.com.example:peer";
    proposals.targetName = "iqn.2026-01.com.example:disk";
}

void
IscsiLoginPeer::Start()
{
    m_login.emplace(proposals, isid, cid, tsih);
    m_stream = Create<IscsiPduStream>(
        Socket::CreateSocket(m_bench.nodes.Get(0), TcpSocketFactory::GetTypeId()),
        IscsiPduStream::Side::INITIATOR);
    m_stream->SetOwner(this);
    m_stream->Connect(InetSocketAddress(m_bench.targetAddress, 3260),
                      MakeCallback(&IscsiLoginPeer::SendLoginRequest, this));
}

void
IscsiLoginPeer::SendLoginRequest()
{
    if (requests == 0)
    {
        return;
    }
    --requests;
    IscsiLoginRequestHeader header;
    header.cmdSn = 1;
    auto pdu = m_login->NextRequest(header);
    pdu = pdu ? pdu : Create<Packet>();
    header.dataSegmentLength = pdu->GetSize();
    pdu->AddHeader(header);
    m_stream->Send(pdu);
}

void
IscsiLoginPeer::Ping()
{
    IscsiNopOutHeader header;
    header.initiatorTaskTag = 1;
    header.cmdSn = 1;
    auto pdu = Create<Packet>();
    pdu->AddHeader(header);
    m_stream->Send(pdu);
}

void
IscsiLoginPeer::Close()
{
    m_stream->Close();
}

void
IscsiLoginPeer::PduArrived(Ptr<Packet> pdu)
{
    if (isIn)
    {
        return;
    }
    IscsiLoginResponseHeader header;
    pdu->RemoveHeader(header);
    status = static_cast<uint16_t>(header.GetStatus());
    maxCmdSn = std::max(maxCmdSn, header.maxCmdSn);
    const auto progress = m_login->Handle(header, pdu);
    isIn = progress == IscsiInitiatorLogin::Progress::DONE;
    sessionTsih = m_login->GetTsih();
    redirect = m_login->GetRedirect();
    if (progress == IscsiInitiatorLogin::Progress::CONTINUES)
    {
        SendLoginRequest();
    }
}

void
IscsiLoginPeer::StreamEnded(const std::string& /* reason */)
{
    isEnded = true;
    endTime = Simulator::Now();
    m_stream->Close();
}

} // namespace ns3
