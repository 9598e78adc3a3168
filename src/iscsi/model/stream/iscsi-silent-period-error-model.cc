/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-silent-period-error-model.h"

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
            .AddAttribute("Other",
                          "The error model used at other times; none if not set.",
                          PointerValue(),
                          MakePointerAccessor(&IscsiSilentPeriodErrorModel::m_other),
                          MakePointerChecker<ErrorModel>());
    return tid;
}

bool
IscsiSilentPeriodErrorModel::DoCorrupt(Ptr<Packet> packet)
{
    const Time now = Simulator::Now();
    const bool isSilent = now >= m_from && now < m_until;
    if (isSilent)
    {
        NS_LOG_DEBUG("fault: packet dropped, the path is silent until " << m_until.As(Time::S));
    }
    return isSilent || (m_other && m_other->IsCorrupt(packet));
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
