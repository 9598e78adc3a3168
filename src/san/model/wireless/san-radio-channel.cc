/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-radio-channel.h"

#include "san-wifi-standard.h"
#include "san-wireless-options.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/san-path-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-remote-station-manager.h"
#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanRadioChannel");

namespace
{

/**
 * @param frequency in Hz
 * @return loss of power over the first metre in free space, dB
 */
double
GetReferenceLoss(double frequency)
{
    constexpr double LIGHT = 299792458;
    return 20 * std::log10(4 * std::numbers::pi * frequency / LIGHT);
}

/**
 * @param phy a radio
 * @return all modes that it has
 */
std::vector<WifiMode>
GetModes(Ptr<WifiPhy> phy)
{
    const auto legacy = phy->GetModeList();
    const auto ht = phy->GetMcsList();
    std::vector<WifiMode> modes(legacy.begin(), legacy.end());
    modes.insert(modes.end(), ht.begin(), ht.end());
    // A radio lists its modes once for each width of its channels.
    std::set<std::string> seen;
    std::erase_if(modes,
                  [&seen](const auto& mode) { return !seen.insert(mode.GetUniqueName()).second; });
    return modes;
}

/**
 * @param option the option that names a mode
 * @param name the mode's name
 * @param phy a radio
 * @return the mode
 * @throw UserError naming the option and all modes, if the radio has not that mode
 */
WifiMode
FindMode(const std::string& option, const std::string& name, Ptr<WifiPhy> phy)
{
    std::string names;
    for (const auto& mode : GetModes(phy))
    {
        if (mode.GetUniqueName() == name)
        {
            return mode;
        }
        names += (names.empty() ? "" : ", ") + mode.GetUniqueName();
    }
    throw UserError(option + ": " + name + " is not one of " + names);
}

/**
 * @param o the options
 * @return what makes the channel
 */
YansWifiChannelHelper
MakeChannelHelper(const SanWirelessOptions& o)
{
    YansWifiChannelHelper helper;
    helper.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
    helper.AddPropagationLoss(
        "ns3::LogDistancePropagationLossModel",
        "Exponent",
        DoubleValue(o.wifiPathLossExponent),
        "ReferenceLoss",
        DoubleValue(GetReferenceLoss(FindSanWifiStandard(o.wifiStandard).frequency)));
    if (o.wifiFading > 0)
    {
        const DoubleValue m(o.wifiFading);
        helper.AddPropagationLoss("ns3::NakagamiPropagationLossModel", "m0", m, "m1", m, "m2", m);
    }
    return helper;
}

} // namespace

SanRadioChannel::SanRadioChannel(const SanWirelessOptions& o, const SanPathOptions& path)
    : m_options(o),
      m_path(path),
      m_channel(MakeChannelHelper(o).Create())
{
}

SanRadioChannel::~SanRadioChannel() = default;

NetDeviceContainer
SanRadioChannel::Install(const NodeContainer& nodes)
{
    const auto& standard = FindSanWifiStandard(m_options.wifiStandard);
    YansWifiPhyHelper phy;
    phy.SetChannel(m_channel);
    phy.Set("ChannelSettings",
            StringValue("{0, " + std::to_string(m_options.wifiChannelWidth) + ", " + standard.band +
                        ", 0}"));
    phy.Set("TxPowerStart", DoubleValue(m_options.wifiTxPower));
    phy.Set("TxPowerEnd", DoubleValue(m_options.wifiTxPower));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac", "QosSupported", BooleanValue(standard.hasQos));
    WifiHelper wifi;
    wifi.SetStandard(standard.standard);
    wifi.SetRemoteStationManager(m_options.GetList().GetMeaning("wifiRateControl"));
    // A device that stops its sender would get a queue disc from ns-3 that nobody asked for.
    wifi.DisableFlowControl();
    const auto devices = wifi.Install(phy, mac, nodes);
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        Configure(DynamicCast<WifiNetDevice>(devices.Get(i)));
    }
    m_devices.Add(devices);
    NS_LOG_INFO(nodes.GetN() << " stations of " << m_options.wifiStandard << ", "
                             << m_options.wifiTxPower << " dBm");
    return devices;
}

const NetDeviceContainer&
SanRadioChannel::GetDevices() const
{
    return m_devices;
}

void
SanRadioChannel::Configure(Ptr<WifiNetDevice> device) const
{
    device->SetMtu(m_path.mtu);
    const auto& list = m_options.GetList();
    const auto manager = device->GetRemoteStationManager();
    manager->SetAttribute("RtsCtsThreshold", StringValue(list.GetValue("wifiRtsThreshold")));
    device->GetMac()->SetAttribute("FrameRetryLimit", StringValue(list.GetValue("wifiRetryLimit")));
    const auto phy = device->GetPhy();
    phy->SetShortPhyPreambleSupported(m_options.wifiPreamble == "short");
    manager->SetShortPreambleEnabled(m_options.wifiPreamble == "short");
    SetQueues(device->GetMac());
    SetDataMode(device);
    if (m_options.wifiSifs.IsStrictlyPositive())
    {
        // The radio's own initialization would set the standard's value again.
        Simulator::Schedule(NanoSeconds(1), &WifiPhy::SetSifs, phy, m_options.wifiSifs);
    }
}

void
SanRadioChannel::SetQueues(Ptr<WifiMac> mac) const
{
    for (const auto category : {AC_BE_NQOS, AC_BE, AC_BK, AC_VI, AC_VO})
    {
        if (const auto queue = mac->GetTxopQueue(category))
        {
            queue->SetMaxSize(QueueSize(m_path.queue));
            queue->SetMaxDelay(Time(m_options.GetList().GetValue("wifiMsduLifetime")));
        }
    }
}

void
SanRadioChannel::SetDataMode(Ptr<WifiNetDevice> device) const
{
    if (m_options.wifiRateControl != "constant")
    {
        return;
    }
    const auto& standard = FindSanWifiStandard(m_options.wifiStandard);
    const auto& own = m_options.wifiDataMode;
    const auto phy = device->GetPhy();
    const auto data = FindMode("wifiDataMode", own.empty() ? standard.fastest : own, phy);
    const auto manager = device->GetRemoteStationManager();
    manager->SetAttribute("DataMode", WifiModeValue(data));
    // RTS; ns-3's default is of a mode that not every standard has.
    manager->SetAttribute("ControlMode", StringValue(standard.slowest));
}

int64_t
SanRadioChannel::AssignStreams(int64_t stream)
{
    const auto begin = stream;
    stream += WifiHelper::AssignStreams(m_devices, stream);
    stream += m_channel->AssignStreams(stream);
    return stream - begin;
}

} // namespace ns3
