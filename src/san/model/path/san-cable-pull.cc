/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-cable-pull.h"

#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-port.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/quantity-text.h"
#include "ns3/simulator.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"

#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanCablePull");

namespace
{

/// As long as any time of an option, s.
constexpr long double LATEST_PULL = 100.0L * 365 * 86400;

/**
 * @param text what may be a time
 * @return whether it is one in the range of options
 */
bool
IsTime(const std::string& text)
{
    const auto seconds = ParseTimeText(text);
    return seconds && *seconds >= 0 && *seconds <= LATEST_PULL;
}

/**
 * @param option its name
 * @param text what a user gave
 * @param reason what is wrong with it
 * @throw UserError always
 */
[[noreturn]] void
Reject(const std::string& option, const std::string& text, const std::string& reason)
{
    throw UserError(option + ": " + ToMessageText(text) + " " + reason + ", such as 4s 5s");
}

} // namespace

SanCablePull::SanCablePull(const std::string& option, const std::string& text)
{
    if (text.empty())
    {
        return;
    }
    std::istringstream words(text);
    std::string pull;
    std::string putBack;
    std::string more;
    words >> pull >> putBack >> more;
    if (!more.empty() || !IsTime(pull) || !IsTime(putBack))
    {
        Reject(option, text, "is not two times");
    }
    m_pull = Time(pull);
    m_putBack = Time(putBack);
    if (m_putBack <= m_pull)
    {
        Reject(option, text, "puts the cable back before it is pulled");
    }
}

bool
SanCablePull::IsAny() const
{
    return m_putBack.IsStrictlyPositive();
}

Time
SanCablePull::GetPull() const
{
    return m_pull;
}

Time
SanCablePull::GetPutBack() const
{
    return m_putBack;
}

void
SanCablePull::Schedule(Ptr<NetDevice> port) const
{
    if (!IsAny())
    {
        return;
    }
    NS_LOG_INFO("a cable of node " << port->GetNode()->GetId() << " is pulled at "
                                   << m_pull.As(Time::S) << " and put back at "
                                   << m_putBack.As(Time::S));
    const auto cable = DynamicCast<EthernetChannel>(port->GetChannel());
    Simulator::Schedule(m_pull, &EthernetChannel::Disconnect, cable);
    Simulator::Schedule(m_putBack, &EthernetChannel::Reconnect, cable);
}

} // namespace ns3
