/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-path-error-model.h"

#include "ns3/double.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/log.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanPathErrorModel");

NS_OBJECT_ENSURE_REGISTERED(SanPathErrorModel);

bool
SanPathErrorModel::Settings::IsAny() const
{
    return loss > 0 || bitErrors > 0 || reorder > 0;
}

TypeId
SanPathErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SanPathErrorModel").SetParent<ErrorModel>().SetGroupName("San");
    return tid;
}

SanPathErrorModel::SanPathErrorModel(const Settings& settings)
    : m_settings(settings),
      m_loss(CreateObject<BurstErrorModel>()),
      m_bitErrors(CreateObject<RateErrorModel>()),
      m_isLate(CreateObject<UniformRandomVariable>())
{
    // A burst can begin in another one. A packet passes if none began with it or the burst - 1
    // packets before it, which has the probability (1 - rate)^burst.
    m_loss->SetBurstRate(1 - std::pow(1 - settings.loss, 1.0 / settings.burst));
    m_loss->SetRandomBurstSize(
        CreateObjectWithAttributes<ConstantRandomVariable>("Constant",
                                                           DoubleValue(settings.burst)));
    m_bitErrors->SetUnit(RateErrorModel::ERROR_UNIT_BIT);
    m_bitErrors->SetRate(settings.bitErrors);
}

void
SanPathErrorModel::Attach(Ptr<NetDevice> device)
{
    device->SetAttribute("ReceiveErrorModel", PointerValue(this));
    if (const auto ethernet = DynamicCast<EthernetNetDevice>(device))
    {
        m_receive = MakeCallback(&EthernetNetDevice::Receive, ethernet);
        return;
    }
    const auto ppp = DynamicCast<PointToPointNetDevice>(device);
    m_receive = MakeCallback(&PointToPointNetDevice::Receive, ppp);
}

int64_t
SanPathErrorModel::AssignStreams(int64_t stream)
{
    const auto begin = stream;
    stream += m_loss->AssignStreams(stream);
    stream += m_bitErrors->AssignStreams(stream);
    m_isLate->SetStream(stream++);
    return stream - begin;
}

const SanPathErrorModel::Counts&
SanPathErrorModel::GetCounts() const
{
    return m_counts;
}

bool
SanPathErrorModel::DoCorrupt(Ptr<Packet> packet)
{
    if (m_isDelivering)
    {
        return false;
    }
    ++m_counts.packets;
    if (m_settings.loss > 0 && m_loss->IsCorrupt(packet))
    {
        ++m_counts.lost;
        NS_LOG_DEBUG("lost: " << packet->GetSize() << " bytes");
        return true;
    }
    if (m_settings.bitErrors > 0 && m_bitErrors->IsCorrupt(packet))
    {
        ++m_counts.damaged;
        NS_LOG_DEBUG("bit error: " << packet->GetSize() << " bytes");
        return true;
    }
    if (m_settings.reorder > 0 && m_isLate->GetValue() < m_settings.reorder)
    {
        ++m_counts.late;
        NS_LOG_DEBUG("late: " << packet->GetSize() << " bytes");
        Simulator::Schedule(m_settings.delay,
                            &SanPathErrorModel::Deliver,
                            Ptr<SanPathErrorModel>(this),
                            packet->Copy());
        return true;
    }
    return false;
}

void
SanPathErrorModel::DoReset()
{
    m_loss->Reset();
    m_bitErrors->Reset();
}

void
SanPathErrorModel::Deliver(Ptr<Packet> packet)
{
    m_isDelivering = true;
    m_receive(packet);
    m_isDelivering = false;
}

} // namespace ns3
