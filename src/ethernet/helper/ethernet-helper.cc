/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet-helper.h"

#include "pcap-file-factory.h"

#include "ns3/abort.h"
#include "ns3/ethernet-channel.h"
#include "ns3/ethernet-net-device.h"
#include "ns3/net-device-queue-interface.h"

namespace ns3
{

EthernetHelper::EthernetHelper()
{
    m_device.SetTypeId(EthernetNetDevice::GetTypeId());
    m_channel.SetTypeId(EthernetChannel::GetTypeId());
}

void
EthernetHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
EthernetHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channel.Set(name, value);
}

void
EthernetHelper::DisableFlowControl()
{
    m_hasFlowControl = false;
}

NetDeviceContainer
EthernetHelper::Install(Ptr<Node> a, Ptr<Node> b) const
{
    const auto channel = m_channel.Create<EthernetChannel>();
    NetDeviceContainer devices;
    for (const auto& node : {a, b})
    {
        const auto device = CreateDevice(node);
        DynamicCast<EthernetNetDevice>(device)->Attach(channel);
        devices.Add(device);
    }
    return devices;
}

NetDeviceContainer
EthernetHelper::Install(const NodeContainer& nodes) const
{
    NS_ABORT_MSG_UNLESS(nodes.GetN() == 2, "EthernetHelper: a cable joins two nodes");
    return Install(nodes.Get(0), nodes.Get(1));
}

Ptr<NetDevice>
EthernetHelper::CreateDevice(Ptr<Node> node) const
{
    const auto device = m_device.Create<EthernetNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    node->AddDevice(device);
    if (m_hasFlowControl)
    {
        device->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    }
    return device;
}

void
EthernetHelper::EnablePcapInternal(std::string prefix,
                                   Ptr<NetDevice> netDevice,
                                   bool promiscuous,
                                   bool explicitFilename)
{
    const auto device = DynamicCast<EthernetNetDevice>(netDevice);
    if (!device)
    {
        // EnablePcapAll passes the devices of all kinds.
        return;
    }
    PcapHelper pcap;
    const auto name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    const auto file = CreateEthernetPcapFile(name);
    pcap.HookDefaultSink<EthernetNetDevice>(device,
                                            promiscuous ? "PromiscSniffer" : "Sniffer",
                                            file);
}

} // namespace ns3
