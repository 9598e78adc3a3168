/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-loop-faults.h"

#include "san-targets.h"

#include "ns3/gateway-back-end.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway.h"
#include "ns3/user-error.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanLoopFaults");

namespace
{

/// Time between initialisations in a storm.
const Time LIP_INTERVAL = MilliSeconds(50);
/// Share of sequences lost.
constexpr double LOST_SEQUENCES = 0.1;
/// More buffers than any port has.
constexpr uint32_t ALL_BUFFERS = 1U << 20;

} // namespace

SanLoopFaults::SanLoopFaults(const SanTargets& targets)
    : m_targets(targets),
      m_chance(CreateObject<UniformRandomVariable>())
{
}

void
SanLoopFaults::AddTo(SanCommands& commands)
{
    commands.AddWithTime("lip-storm", "initialise the loops for a time", [this](Time duration) {
        return Storm(duration);
    });
    commands.AddWithTime("lose-frames",
                         "lose 1 of 10 sequences on loops for a time",
                         [this](Time duration) { return LoseFrames(duration); });
    commands.AddWithTime("lose-credit",
                         "let ports of loops give no credit for a time",
                         [this](Time duration) { return LoseCredit(duration); });
}

int64_t
SanLoopFaults::AssignStreams(int64_t stream)
{
    m_chance->SetStream(stream);
    return 1;
}

std::vector<Ptr<FcalLoop>>
SanLoopFaults::GetLoops() const
{
    std::vector<Ptr<FcalLoop>> loops;
    for (const auto& gateway : m_targets.GetGateways())
    {
        for (uint32_t i = 0; i < gateway->GetNBackEnds(); ++i)
        {
            if (const auto loop = gateway->GetBackEnd(i)->GetObject<FcalLoop>())
            {
                loops.push_back(loop);
            }
        }
    }
    return loops;
}

void
SanLoopFaults::Check(const std::string& command) const
{
    m_targets.CheckAny(command);
    if (GetLoops().empty())
    {
        throw UserError(command + ": there are no loops; gateway=true and loops make some");
    }
}

void
SanLoopFaults::Initialise() const
{
    for (const auto& loop : GetLoops())
    {
        loop->Initialise();
    }
}

SanLoopFaults::Action
SanLoopFaults::Storm(Time duration)
{
    Check("lip-storm");
    return [this, duration] {
        for (Time at; at < duration; at += LIP_INTERVAL)
        {
            Simulator::Schedule(at, [this] { Initialise(); });
        }
    };
}

SanLoopFaults::Action
SanLoopFaults::LoseFrames(Time duration)
{
    Check("lose-frames");
    return [this, duration] {
        for (const auto& loop : GetLoops())
        {
            loop->SetLoss([this] { return m_chance->GetValue() < LOST_SEQUENCES; });
            Simulator::Schedule(duration, [loop] { loop->SetLoss({}); });
        }
    };
}

SanLoopFaults::Action
SanLoopFaults::LoseCredit(Time duration)
{
    Check("lose-credit");
    return [this, duration] {
        for (const auto& loop : GetLoops())
        {
            for (const auto alpa : loop->GetPositionMap())
            {
                if (const auto port = loop->GetPort(alpa))
                {
                    port->HoldBuffers(ALL_BUFFERS);
                    Simulator::Schedule(duration, &FcalPort::ReleaseBuffers, port, ALL_BUFFERS);
                }
            }
        }
    };
}

} // namespace ns3
