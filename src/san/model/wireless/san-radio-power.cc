/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-radio-power.h"

#include "san-wireless-options.h"

#include <string>

namespace ns3
{

SanRadioPower::SanRadioPower(const SanWirelessOptions& o)
{
    const auto get = [&o](const char* name) { return std::stod(o.GetList().GetValue(name)); };
    const auto volts = get("wifiVoltage");
    const auto idle = get("wifiIdleCurrent");
    m_watts[SanStationFigures::TX] = volts * get("wifiTxCurrent");
    m_watts[SanStationFigures::RX] = volts * get("wifiRxCurrent");
    m_watts[SanStationFigures::CCA_BUSY] = volts * get("wifiBusyCurrent");
    m_watts[SanStationFigures::IDLE] = volts * idle;
    m_watts[SanStationFigures::OTHER] = volts * idle;
}

double
SanRadioPower::GetJoules(const SanStationFigures::Values& values) const
{
    double joules = 0;
    for (std::size_t state = 0; state < m_watts.size(); ++state)
    {
        joules += m_watts[state] * static_cast<double>(values[state]) / 1e9;
    }
    return joules;
}

} // namespace ns3
