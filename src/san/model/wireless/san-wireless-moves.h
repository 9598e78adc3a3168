/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WIRELESS_MOVES_H
#define SAN_WIRELESS_MOVES_H

#include "ns3/mobility-model.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/vector.h"

#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-wireless
 *
 * Where stations of a wireless network go, as the option wifiMoves says it: waypoints of a time and
 * a distance, such as "2s 5m, 4s 400m, 20s 400m, 22s 5m".
 *
 * The distance is that to the nearest neighbour on the way to the targets, along the line of
 * stations. Between two waypoints a station moves straight and evenly. Before the first it stands
 * there, and after the last it stays.
 */
class SanWirelessMoves
{
  public:
    /// A place, and when a station is there.
    struct Waypoint
    {
        Time time;       //!< since the simulation began
        double distance; //!< from the neighbour, m
    };

    /**
     * @param text the waypoints, in the order of their times; empty if nobody moves
     * @throw UserError naming the option, if the text is not such a list
     */
    explicit SanWirelessMoves(const std::string& text);

    /**
     * @return the waypoints, none if nobody moves
     */
    const std::vector<Waypoint>& GetWaypoints() const;

    /**
     * Let a station move.
     *
     * @param neighbour where its neighbour stands; the station's own line has the same y and z
     * @return where the station is at each time; there must be a waypoint
     */
    Ptr<MobilityModel> MakeMobility(const Vector& neighbour) const;

  private:
    /**
     * Add a waypoint.
     *
     * @param text its time and its distance
     * @throw UserError if it is none, or not later than the one before it
     */
    void Add(std::string_view text);

    std::vector<Waypoint> m_waypoints; //!< in the order of their times
};

} // namespace ns3

#endif /* SAN_WIRELESS_MOVES_H */
