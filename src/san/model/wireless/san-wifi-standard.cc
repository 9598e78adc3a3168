/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wifi-standard.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

namespace
{

const std::string LOW_BAND = "BAND_2_4GHZ";
const std::string HIGH_BAND = "BAND_5GHZ";
constexpr double LOW_FREQUENCY = 2.442e9;
constexpr double HIGH_FREQUENCY = 5.25e9;

} // namespace

const std::vector<SanWifiStandard>&
GetSanWifiStandards()
{
    static const std::vector<SanWifiStandard> standards = {{"802.11b",
                                                            WIFI_STANDARD_80211b,
                                                            LOW_BAND,
                                                            LOW_FREQUENCY,
                                                            "DsssRate11Mbps",
                                                            "DsssRate1Mbps",
                                                            false,
                                                            {22}},
                                                           {"802.11a",
                                                            WIFI_STANDARD_80211a,
                                                            HIGH_BAND,
                                                            HIGH_FREQUENCY,
                                                            "OfdmRate54Mbps",
                                                            "OfdmRate6Mbps",
                                                            false,
                                                            {20}},
                                                           {"802.11g",
                                                            WIFI_STANDARD_80211g,
                                                            LOW_BAND,
                                                            LOW_FREQUENCY,
                                                            "ErpOfdmRate54Mbps",
                                                            "ErpOfdmRate6Mbps",
                                                            false,
                                                            {20}},
                                                           {"802.11n",
                                                            WIFI_STANDARD_80211n,
                                                            HIGH_BAND,
                                                            HIGH_FREQUENCY,
                                                            "HtMcs7",
                                                            "OfdmRate6Mbps",
                                                            true,
                                                            {20, 40}},
                                                           {"802.11ax",
                                                            WIFI_STANDARD_80211ax,
                                                            HIGH_BAND,
                                                            HIGH_FREQUENCY,
                                                            "HeMcs11",
                                                            "OfdmRate6Mbps",
                                                            true,
                                                            {20, 40, 80, 160}}};
    return standards;
}

const SanWifiStandard&
FindSanWifiStandard(const std::string& word)
{
    const auto& standards = GetSanWifiStandards();
    const auto it = std::find_if(standards.begin(), standards.end(), [&word](const auto& standard) {
        return standard.word == word;
    });
    NS_ABORT_MSG_IF(it == standards.end(), "no standard " << word);
    return *it;
}

} // namespace ns3
