/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wireless-moves.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/quantity-text.h"
#include "ns3/user-error.h"
#include "ns3/value-rule.h"
#include "ns3/waypoint-mobility-model.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanWirelessMoves");

namespace
{

/// What the option may be given.
const std::string EXAMPLE = "2s 5m, 4s 400m, 20s 400m, 22s 5m";

/// The range of a distance, m.
constexpr double NEAREST = 0.1;
constexpr double FARTHEST = 100000; //!< likewise

/// As long as any time of an option, s.
constexpr long double LATEST_MOVE = 100.0L * 365 * 86400;

/**
 * @param text a distance with its unit
 * @return it in metres, or nothing if the text is none in the range
 */
std::optional<double>
ParseDistance(std::string_view text)
{
    if (!text.ends_with('m'))
    {
        return std::nullopt;
    }
    text.remove_suffix(1);
    const auto metres = ParseDecimalNumber(text);
    if (!metres || *metres < NEAREST || *metres > FARTHEST)
    {
        return std::nullopt;
    }
    return static_cast<double>(*metres);
}

/**
 * @param text a time and a distance
 * @return the waypoint, or nothing if the text is none
 */
std::optional<SanWirelessMoves::Waypoint>
ParseWaypoint(std::string_view text)
{
    std::istringstream words{std::string(text)};
    std::string time;
    std::string distance;
    std::string more;
    words >> time >> distance >> more;
    const auto seconds = ParseTimeText(time);
    const auto metres = ParseDistance(distance);
    if (!more.empty() || !metres || !seconds || *seconds < 0 || *seconds > LATEST_MOVE)
    {
        return std::nullopt;
    }
    return SanWirelessMoves::Waypoint{Time(time), *metres};
}

/**
 * @param text what a user gave
 * @param reason what is wrong with it
 * @throw UserError always
 */
[[noreturn]] void
Reject(std::string_view text, const std::string& reason)
{
    throw UserError("wifiMoves: " + ToMessageText(std::string(text)) + " " + reason + ", such as " +
                    EXAMPLE);
}

} // namespace

SanWirelessMoves::SanWirelessMoves(const std::string& text)
{
    if (text.empty())
    {
        return;
    }
    std::string_view rest = text;
    auto comma = rest.find(',');
    for (; comma != std::string_view::npos; comma = rest.find(','))
    {
        Add(rest.substr(0, comma));
        rest.remove_prefix(comma + 1);
    }
    Add(rest);
}

void
SanWirelessMoves::Add(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto waypoint = ParseWaypoint(text);
    if (!waypoint)
    {
        Reject(text, "is not a time and a distance from 0.1m to 100000m");
    }
    if (!m_waypoints.empty() && waypoint->time <= m_waypoints.back().time)
    {
        Reject(text, "is not later than the waypoint before it");
    }
    m_waypoints.push_back(*waypoint);
}

const std::vector<SanWirelessMoves::Waypoint>&
SanWirelessMoves::GetWaypoints() const
{
    return m_waypoints;
}

Ptr<MobilityModel>
SanWirelessMoves::MakeMobility(const Vector& neighbour) const
{
    // The radio asks for the place of each frame; an event at each waypoint would only make the
    // simulation longer.
    const auto mobility =
        CreateObjectWithAttributes<WaypointMobilityModel>("LazyNotify", BooleanValue(true));
    for (const auto& waypoint : m_waypoints)
    {
        const Vector place(neighbour.x - waypoint.distance, neighbour.y, neighbour.z);
        mobility->AddWaypoint(ns3::Waypoint(waypoint.time, place));
        NS_LOG_INFO("at " << waypoint.time.As(Time::S) << ": " << waypoint.distance << " m away");
    }
    return mobility;
}

} // namespace ns3
