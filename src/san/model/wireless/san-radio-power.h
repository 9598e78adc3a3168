/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RADIO_POWER_H
#define SAN_RADIO_POWER_H

#include "san-station-figures.h"

#include <array>

namespace ns3
{

class SanWirelessOptions;

/**
 * @ingroup san-wireless
 *
 * The energy that a radio takes: voltage times the current of each state times the time in it, as
 * ns-3's WifiRadioEnergyModel has it. That model is not used itself: it has an event in the future
 * at any time, when its battery would be empty, and a simulation would not end before.
 */
class SanRadioPower
{
  public:
    /**
     * @param o the options, with voltage and currents
     */
    explicit SanRadioPower(const SanWirelessOptions& o);

    /**
     * @param values how long a radio was in each state
     * @return what it took, in joules
     */
    double GetJoules(const SanStationFigures::Values& values) const;

  private:
    std::array<double, SanStationFigures::OTHER + 1> m_watts; //!< power of each state
};

} // namespace ns3

#endif /* SAN_RADIO_POWER_H */
