/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcal-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/fcal-pcap-file.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/**
 * @param file a capture
 * @param frame a frame
 * @param time when it began
 */
void
WriteFrame(Ptr<FcalPcapFile> file, Ptr<const FcFrame> frame, Time time)
{
    file->Write(time, *frame);
}

} // namespace

FcalHelper::FcalHelper()
{
    m_loopFactory.SetTypeId(FcalLoop::GetTypeId());
    m_portFactory.SetTypeId(FcalPort::GetTypeId());
    m_nodeFactory.SetTypeId(FcpNode::GetTypeId());
    m_initiatorFactory.SetTypeId(FcpInitiator::GetTypeId());
    m_targetFactory.SetTypeId(FcpTarget::GetTypeId());
}

void
FcalHelper::SetLoopAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_loopFactory, name, value);
}

void
FcalHelper::SetPortAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_portFactory, name, value);
}

void
FcalHelper::SetNodeAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_nodeFactory, name, value);
}

void
FcalHelper::SetInitiatorAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_initiatorFactory, name, value);
}

void
FcalHelper::SetTargetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_targetFactory, name, value);
}

Ptr<FcalLoop>
FcalHelper::CreateLoop() const
{
    return m_loopFactory.Create<FcalLoop>();
}

Ptr<FcpNode>
FcalHelper::CreateNode() const
{
    auto node = m_nodeFactory.Create<FcpNode>();
    node->SetPort(m_portFactory.Create<FcalPort>());
    return node;
}

Ptr<FcpTarget>
FcalHelper::InstallTarget(Ptr<FcalLoop> loop, Ptr<ScsiDevice> device)
{
    auto target = m_targetFactory.Create<FcpTarget>();
    auto node = CreateNode();
    target->SetDevice(device);
    target->SetNode(node);
    loop->Insert(node->GetPort());
    m_targets.emplace_back(loop, target);
    return target;
}

std::vector<Ptr<FcpTarget>>
FcalHelper::InstallTargets(Ptr<FcalLoop> loop, const std::vector<Ptr<ScsiDevice>>& devices)
{
    std::vector<Ptr<FcpTarget>> targets;
    targets.reserve(devices.size());
    for (const auto& device : devices)
    {
        targets.push_back(InstallTarget(loop, device));
    }
    return targets;
}

void
FcalHelper::InstallDisks(Ptr<FcalLoop> loop, const std::vector<Ptr<BlockDevice>>& drives)
{
    for (const auto& drive : drives)
    {
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(drive);
        InstallTarget(loop, disk);
    }
}

Ptr<FcpInitiator>
FcalHelper::Connect(Ptr<FcpNode> node, Ptr<FcpTarget> target) const
{
    auto initiator = m_initiatorFactory.Create<FcpInitiator>();
    initiator->Connect(node, target->GetObject<FcalPort>());
    return initiator;
}

std::vector<Ptr<FcpInitiator>>
FcalHelper::InstallInitiator(Ptr<FcalLoop> loop) const
{
    auto node = CreateNode();
    loop->Insert(node->GetPort());
    std::vector<Ptr<FcpInitiator>> initiators;
    for (const auto& [where, target] : m_targets)
    {
        if (where == loop)
        {
            initiators.push_back(Connect(node, target));
        }
    }
    return initiators;
}

std::vector<Ptr<BlockDevice>>
FcalHelper::InstallBlockDevices(Ptr<FcalLoop> loop) const
{
    std::vector<Ptr<BlockDevice>> devices;
    for (const auto& initiator : InstallInitiator(loop))
    {
        auto device = CreateObject<ScsiBlockDevice>();
        device->SetPort(initiator);
        devices.push_back(device);
    }
    return devices;
}

void
FcalHelper::EnablePcap(const std::string& prefix, Ptr<FcalLoop> loop)
{
    auto file = Create<FcalPcapFile>(prefix + ".pcap");
    loop->TraceConnectWithoutContext("Frame", MakeBoundCallback(&WriteFrame, file));
    Simulator::ScheduleDestroy([file]() { file->Close(); });
}

} // namespace ns3
