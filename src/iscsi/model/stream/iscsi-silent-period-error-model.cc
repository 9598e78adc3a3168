/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-silent-period-error-model.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("IscsiSilentPeriodErrorModel");

NS_OBJECT_ENSURE_REGISTERED(IscsiSilentPeriodErrorModel);

TypeId
IscsiSilentPeriodErrorModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IscsiSilentPeriodErrorModel")
            .SetParent<ErrorModel>()
            .SetGroupName("Iscsi")
            .AddConstructor<IscsiSilentPeriodErrorModel>()
            .AddAttribute("From",
                          "When the path falls silent, 0 or more.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&IscsiSilentPeriodErrorModel::m_from),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Until",
                          "When the silence ends, 0 or more; no silence unless after From.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&IscsiSilentPeriodErrorModel::m_until),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("Loss",
                          "Share of packets that are dropped meanwhile, 0 to 1.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&IscsiSilentPeriodErrorModel::m_loss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Other",
                          "The error model used at other times; none if not set.",
                          PointerValue(),
                          MakePointerAccessor(&IscsiSilentPeriodErrorModel::m_other),
                          MakePointerChecker<ErrorModel>());
    return tid;
}

IscsiSilentPeriodErrorModel::IscsiSilentPeriodErrorModel()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
IscsiSilentPeriodErrorModel::SetRandomVariable(Ptr<UniformRandomVariable> variable)
{
    m_uniform = variable;
}

bool
IscsiSilentPeriodErrorModel::DoCorrupt(Ptr<Packet> packet)
{
    const Time now = Simulator::Now();
    const bool isPeriod = now >= m_from && now < m_until;
    const bool isDropped = isPeriod && (m_loss == 1 || m_uniform->GetValue() < m_loss);
    if (isDropped)
    {
        NS_LOG_DEBUG("fault: packet dropped, the path is silent until " << m_until.As(Time::S));
    }
    return isDropped || (m_other && m_other->IsCorrupt(packet));
}

void
IscsiSilentPeriodErrorModel::DoReset()
{
    if (m_other)
    {
        m_other->Reset();
    }
}

} // namespace ns3
