/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-wireless-options.h"

#include "san-wifi-standard.h"
#include "san-wireless-moves.h"

#include "ns3/basic-energy-source.h"
#include "ns3/san-path-options.h"
#include "ns3/user-error.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-radio-energy-model.h"
#include "ns3/wifi-remote-station-manager.h"

#include <set>

namespace ns3
{

namespace
{

/// Longest IP packet of a station: LLC and SNAP take 8 bytes of what a frame can carry.
constexpr uint32_t MAX_WIFI_MTU = MAX_MSDU_SIZE - 8;

} // namespace

SanWirelessOptions::SanWirelessOptions(ProgramOptions& list)
    : SanFeatureOptions(list)
{
}

void
SanWirelessOptions::AddWireless()
{
    m_list.BeginGroup("wireless", "linkType=wifi");
    ProgramOptions::Words standards;
    for (const auto& standard : GetSanWifiStandards())
    {
        standards[standard.word] = "";
    }
    m_list.AddWord("wifiStandard",
                   "Standard of the ad-hoc network of all hosts; 802.11b and 802.11g "
                   "are at 2.4 GHz, the others at 5 GHz",
                   wifiStandard,
                   standards);
    m_list.AddWord("wifiRateControl",
                   "What chooses the mode of each frame of data: constant (always wifiDataMode), "
                   "arf or minstrel (802.11b, a and g), minstrel-ht (802.11n and ax), or ideal, "
                   "which knows how well the receiver hears",
                   wifiRateControl,
                   {{"constant", "ns3::ConstantRateWifiManager"},
                    {"arf", "ns3::ArfWifiManager"},
                    {"minstrel", "ns3::MinstrelWifiManager"},
                    {"minstrel-ht", "ns3::MinstrelHtWifiManager"},
                    {"ideal", "ns3::IdealWifiManager"}});
    AddWirelessFrames();
    AddStations();
    AddRadioPower();
    AddMovesAndInterference();
}

void
SanWirelessOptions::CheckWireless(const SanPathOptions& path) const
{
    if (path.IsWireless() && path.mtu > MAX_WIFI_MTU)
    {
        throw UserError("mtu: " + std::to_string(path.mtu) + " is more than the " +
                        std::to_string(MAX_WIFI_MTU) + " bytes of a frame of 802.11");
    }
    const SanWirelessMoves moves(wifiMoves);
    CheckRadio();
}

void
SanWirelessOptions::AddWirelessFrames()
{
    m_list.Add("wifiDataMode",
               "Mode of data, as ns-3 names it; empty for the fastest of the "
               "standard with one antenna",
               wifiDataMode,
               TextRule("DsssRate5_5Mbps"),
               "wifiRateControl=constant");
    m_list.AddWord(
        "wifiPreamble",
        "Preamble of 802.11b: long, 192 us with the header behind it, or short, 96 us at "
        "5.5 and 11 Mb/s",
        wifiPreamble,
        {{"long", ""}, {"short", ""}},
        "wifiStandard=802.11b|802.11g");
    auto sifs = TimeRule("0s", "56us");
    // The duration field of a frame has to hold what follows it.
    sifs.high = "1ms";
    m_list.Add(
        "wifiSifs",
        "SIFS, the time after which a station acknowledges; 0 for the standard's. DIFS is as "
        "much longer",
        wifiSifs,
        sifs);
    m_list.Add(
        "wifiChannelWidth",
        "Width of the channel: 22 with 802.11b, 20 with a and g, also 40 with n, also 80 and "
        "160 with ax; 0 for ns-3's default, which is 80 with ax and the least with the others",
        wifiChannelWidth,
        IntegerRule("0", "160", "MHz", "40"));
    m_list.AddAttribute(WifiRemoteStationManager::GetTypeId(),
                        "RtsCtsThreshold",
                        {.name = "wifiRtsThreshold",
                         .help = "Longer frames are sent after RTS and CTS; no frame is as long as "
                                 "the default",
                         .unit = "bytes",
                         .example = "500"});
    m_list.AddAttribute(WifiMac::GetTypeId(),
                        "FrameRetryLimit",
                        {.name = "wifiRetryLimit",
                         .help = "Attempts to send a frame before it is given up",
                         .unit = "attempts"});
    m_list.AddAttribute(WifiMacQueue::GetTypeId(),
                        "MaxDelay",
                        {.name = "wifiMsduLifetime",
                         .help = "Time after which a packet is dropped that waits in a radio",
                         .low = "1ms"});
}

void
SanWirelessOptions::AddStations()
{
    m_list.Add("wifiDistance",
               "Distance from each station to the next on the way from initiators to targets",
               wifiDistance,
               NumberRule("0.1", "100000", "metres", "25"));
    m_list.Add("wifiTxPower",
               "Power with which each radio sends",
               wifiTxPower,
               NumberRule("-50", "50", "dBm", "15"));
    m_list.Add("wifiPathLossExponent",
               "Power of the distance with which a signal becomes weaker: 2 in free space, 3 to 4 "
               "in buildings",
               wifiPathLossExponent,
               NumberRule("1", "10", "", "3.5"));
    m_list.Add("wifiFading",
               "Nakagami fading, drawn for each frame: its parameter m. 1 is Rayleigh fading, more "
               "is less of it; 0 for none",
               wifiFading,
               NumberRule("0", "1000", "", "1"));
    m_list.Add("relays",
               "Stations in a line between initiators and targets that forward IP packets. Every "
               "packet goes by each of them, even if its receiver can be heard directly",
               relays,
               IntegerRule("0", "16"));
    m_list.AddWord("relayChannel",
                   "own, each hop has a channel of its own and a relay two radios; or same, "
                   "all stations share one channel",
                   relayChannel,
                   {{"own", ""}, {"same", ""}},
                   "relays>0");
    m_list.Add(
        "relayTimePerByte",
        "Time that a relay's processor needs for each byte of an IP packet, one packet after "
        "the other",
        relayTimePerByte,
        NumberRule("0", "1000000000", "nanoseconds", "500"),
        "relays>0");
}

void
SanWirelessOptions::AddRadioPower()
{
    const auto addCurrent =
        [this](const std::string& attribute, const std::string& name, const std::string& state) {
            m_list.AddAttribute(WifiRadioEnergyModel::GetTypeId(),
                                attribute,
                                {.name = name,
                                 .help = "Current of a radio that " + state + ", for its energy",
                                 .unit = "A",
                                 .low = "0",
                                 .high = "1000"});
        };
    addCurrent("TxCurrentA", "wifiTxCurrent", "transmits");
    addCurrent("RxCurrentA", "wifiRxCurrent", "receives");
    addCurrent("CcaBusyCurrentA",
               "wifiBusyCurrent",
               "senses a signal that it does not receive (yet)");
    addCurrent("IdleCurrentA", "wifiIdleCurrent", "senses nothing");
    m_list.AddAttribute(energy::BasicEnergySource::GetTypeId(),
                        "BasicEnergySupplyVoltageV",
                        {.name = "wifiVoltage",
                         .help = "Voltage of each radio, for its energy",
                         .unit = "V",
                         .low = "0",
                         .high = "1000"});
}

void
SanWirelessOptions::AddMovesAndInterference()
{
    m_list.Add("wifiMoves",
               "Where initiators go: times and distances from the nearest relay or target, along "
               "the line, with commas between them; in between they move evenly. Empty: nobody "
               "moves",
               wifiMoves,
               TextRule("2s 5m, 4s 400m, 20s 400m, 22s 5m"));
    m_list.Add("interferers",
               "Pairs of foreign stations on the first hop's channel; one of each pair sends to "
               "the other until all workloads have finished",
               interferers,
               IntegerRule("0", "100", "", "1"));
    auto rates = RateRule("1bps");
    rates.high = "10Gbps";
    m_list.Add("interfererRate",
               "Rate at which each pair is given bytes",
               interfererRate,
               rates,
               "interferers>0");
    m_list.Add("interfererSize",
               "Bytes that each frame of a pair carries, as an IP packet's",
               interfererSize,
               IntegerRule("1", std::to_string(MAX_WIFI_MTU), "bytes"),
               "interferers>0");
    m_list.Add(
        "interfererDistance",
        "Distance of the pairs from the middle of the first hop; each pair is as long as the "
        "hop and parallel to it",
        interfererDistance,
        NumberRule("0.1", "100000", "metres", "25"),
        "interferers>0");
}

void
SanWirelessOptions::CheckRadio() const
{
    const auto& standard = FindSanWifiStandard(wifiStandard);
    using Words = std::set<std::string>;
    const auto others = standard.hasQos ? Words{"arf", "minstrel"} : Words{"minstrel-ht"};
    if (others.contains(wifiRateControl))
    {
        throw UserError("wifiRateControl: " + wifiRateControl + " is not for " + wifiStandard);
    }
    std::string widths;
    for (const auto width : standard.widths)
    {
        widths += (widths.empty() ? "" : ", ") + std::to_string(width);
    }
    if (wifiChannelWidth > 0 && !standard.widths.contains(wifiChannelWidth))
    {
        throw UserError("wifiChannelWidth: " + std::to_string(wifiChannelWidth) +
                        " is not one of " + widths + " MHz, the widths of " + wifiStandard);
    }
}

} // namespace ns3
