/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-fault-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/error-model.h"
#include "ns3/iscsi-node-faults.h"
#include "ns3/iscsi-silent-period-error-model.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"

#include <sstream>

namespace ns3
{

IscsiFaultHelper::IscsiFaultHelper()
{
    m_factory.SetTypeId(IscsiPduFault::GetTypeId());
}

void
IscsiFaultHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

Ptr<IscsiPduFault>
IscsiFaultHelper::Install(Ptr<Node> node) const
{
    auto fault = m_factory.Create<IscsiPduFault>();
    IscsiNodeFaults::On(node)->Add(fault);
    return fault;
}

void
IscsiFaultHelper::ResetConnection(Ptr<Node> node, Time at, int32_t connection) const
{
    Simulator::Schedule(at - Simulator::Now(),
                        &IscsiNodeFaults::Reset,
                        IscsiNodeFaults::On(node),
                        connection);
}

void
IscsiFaultHelper::SilencePath(const NetDeviceContainer& devices, Time from, Time until) const
{
    LosePackets(devices, from, until, 1, nullptr);
}

void
IscsiFaultHelper::LosePackets(const NetDeviceContainer& devices,
                              Time from,
                              Time until,
                              double loss,
                              Ptr<UniformRandomVariable> variable) const
{
    const std::string name =
        loss == 1 ? "IscsiFaultHelper::SilencePath: " : "IscsiFaultHelper::LosePackets: ";
    if (until < from)
    {
        std::ostringstream message;
        message << name << "until " << until.As(Time::S) << " is before from " << from.As(Time::S);
        throw UserError(message.str());
    }
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        PointerValue other;
        if (!(*device)->GetAttributeFailSafe("ReceiveErrorModel", other))
        {
            throw UserError(name + (*device)->GetInstanceTypeId().GetName() +
                            " has no attribute ReceiveErrorModel");
        }
        const auto silence = CreateObjectWithAttributes<IscsiSilentPeriodErrorModel>(
            "From",
            TimeValue(from),
            "Until",
            TimeValue(until),
            "Loss",
            DoubleValue(loss),
            "Other",
            PointerValue(other.Get<ErrorModel>()));
        silence->SetRandomVariable(variable);
        (*device)->SetAttribute("ReceiveErrorModel", PointerValue(silence));
    }
}

void
IscsiFaultHelper::Restart(Ptr<IscsiApplication> application, Time at, Time pause) const
{
    Simulator::Schedule(at - Simulator::Now(), &IscsiApplication::Restart, application, pause);
}

} // namespace ns3
