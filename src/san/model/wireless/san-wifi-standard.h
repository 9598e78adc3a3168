/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WIFI_STANDARD_H
#define SAN_WIFI_STANDARD_H

#include "ns3/wifi-standards.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-wireless
 *
 * A standard of wireless networks, as the option wifiStandard names it.
 */
struct SanWifiStandard
{
    std::string word;      //!< what the option is given
    WifiStandard standard; //!< ns-3's name
    std::string band;      //!< ns-3's name of the band that stations use
    double frequency;      //!< about the middle of the band, Hz
    std::string fastest;   //!< the fastest mode of one antenna
    std::string slowest;   //!< the slowest mode, which all stations understand
    bool hasQos;           //!< whether frames have access categories, without which none are joined
    std::set<uint32_t> widths; //!< of channels, MHz
};

/**
 * @ingroup san-wireless
 *
 * @return the standards, oldest first
 */
const std::vector<SanWifiStandard>& GetSanWifiStandards();

/**
 * @ingroup san-wireless
 *
 * @param word of one of the standards
 * @return the standard
 */
const SanWifiStandard& FindSanWifiStandard(const std::string& word);

} // namespace ns3

#endif /* SAN_WIFI_STANDARD_H */
