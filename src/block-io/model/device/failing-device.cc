/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "failing-device.h"

#include "powered-device.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FailingDevice");

NS_OBJECT_ENSURE_REGISTERED(FailingDevice);

TypeId
FailingDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FailingDevice")
            .SetParent<BlockDevice>()
            .SetGroupName("BlockIo")
            .AddConstructor<FailingDevice>()
            .AddAttribute("LatentSectors",
                          "Groups of 8 blocks, at random places, that cannot be read until they "
                          "are written, 0 to 1000000",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FailingDevice::m_latentSectors),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("ErrorRate",
                          "Share of reads and writes that fail, wherever they are, 0 to 1",
                          DoubleValue(0),
                          MakeDoubleAccessor(&FailingDevice::m_errorRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("ErrorTime",
                          "Time that the drive tries until it reports a failure, 0 or more",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&FailingDevice::m_errorTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SlowBegin",
                          "Where a slow region begins, as a share of all blocks, 0 to 1",
                          DoubleValue(0),
                          MakeDoubleAccessor(&FailingDevice::m_slowBegin),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("SlowEnd",
                          "Where the slow region ends, as a share of all blocks, 0 to 1",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FailingDevice::m_slowEnd),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("SlowTime",
                          "How much longer requests take that begin in the slow region, 0 or more",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FailingDevice::m_slowTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StallInterval",
                          "Mean time from the end of a stall, in which nothing is taken up, to the "
                          "next one; 0 for no stalls",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FailingDevice::m_stallInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StallTime",
                          "How long a stall takes, 0 or more",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&FailingDevice::m_stallTime),
                          MakeTimeChecker(Time(0)));
    return tid;
}

FailingDevice::FailingDevice()
    : m_place(CreateObject<UniformRandomVariable>()),
      m_chance(CreateObject<UniformRandomVariable>()),
      m_interval(CreateObject<ExponentialRandomVariable>())
{
}

FailingDevice::~FailingDevice() = default;

void
FailingDevice::DoDispose()
{
    m_device = nullptr;
    m_place = nullptr;
    m_chance = nullptr;
    m_interval = nullptr;
    BlockDevice::DoDispose();
}

void
FailingDevice::SetDevice(Ptr<BlockDevice> device)
{
    m_device = device;
    if (const auto drive = DynamicCast<PoweredDevice>(device))
    {
        drive->TraceConnectWithoutContext("Power",
                                          MakeCallback(&FailingDevice::PowerChanged, this));
    }
}

Ptr<BlockDevice>
FailingDevice::GetDevice() const
{
    return m_device;
}

int64_t
FailingDevice::AssignStreams(int64_t stream)
{
    m_place->SetStream(stream);
    m_chance->SetStream(stream + 1);
    m_interval->SetStream(stream + 2);
    return 3;
}

uint64_t
FailingDevice::GetBlockCount() const
{
    return m_device->GetBlockCount();
}

uint32_t
FailingDevice::GetBlockSize() const
{
    return m_device->GetBlockSize();
}

bool
FailingDevice::IsReady() const
{
    return m_device->IsReady();
}

BlockCacheSettings
FailingDevice::GetCacheSettings() const
{
    return m_device->GetCacheSettings();
}

BlockCacheSettings
FailingDevice::GetChangeableCacheSettings() const
{
    return m_device->GetChangeableCacheSettings();
}

bool
FailingDevice::SetCacheSettings(const BlockCacheSettings& settings)
{
    return m_device->SetCacheSettings(settings);
}

IoStageGroups
FailingDevice::GetStageGroups() const
{
    return m_device->GetStageGroups();
}

void
FailingDevice::DrawLatent()
{
    m_latent.emplace();
    const auto groups = m_device->GetBlockCount() / GROUP;
    for (uint32_t i = 0; i < m_latentSectors && groups > 0; ++i)
    {
        m_latent->insert(static_cast<uint64_t>(m_place->GetValue() * static_cast<double>(groups)));
    }
}

bool
FailingDevice::Fails(const BlockRequest& request)
{
    if (request.operation == BlockOperation::FLUSH || request.blocks == 0)
    {
        return false;
    }
    if (m_errorRate > 0 && m_chance->GetValue() < m_errorRate)
    {
        return true;
    }
    if (!m_latent)
    {
        DrawLatent();
    }
    const auto first = m_latent->lower_bound(request.lba / GROUP);
    const auto last = m_latent->upper_bound((request.lba + request.blocks - 1) / GROUP);
    if (request.operation != BlockOperation::WRITE)
    {
        return first != last;
    }
    m_latent->erase(first, last);
    return false;
}

bool
FailingDevice::IsSlow(const BlockRequest& request) const
{
    if (m_slowTime.IsZero() || request.blocks == 0)
    {
        return false;
    }
    const auto place =
        static_cast<double>(request.lba) / static_cast<double>(m_device->GetBlockCount());
    return place >= m_slowBegin && place < m_slowEnd;
}

Time
FailingDevice::GetStall()
{
    if (m_stallInterval.IsZero())
    {
        return Time();
    }
    const auto draw = [this] {
        return Seconds(m_interval->GetValue(m_stallInterval.GetSeconds(), 0));
    };
    const auto now = Simulator::Now();
    if (!m_nextStall)
    {
        m_nextStall = draw();
    }
    while (*m_nextStall + m_stallTime <= now)
    {
        *m_nextStall += m_stallTime + draw();
    }
    return *m_nextStall <= now ? *m_nextStall + m_stallTime - now : Time();
}

void
FailingDevice::DoSubmit(Ptr<BlockRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->lba << request->blocks);
    auto wait = GetStall();
    // A drive without power has no medium that could fail.
    if (m_device->IsReady() && Fails(*request))
    {
        NS_LOG_INFO(request->operation << " LBA " << request->lba << " fails");
        Simulator::Schedule(wait + m_errorTime,
                            &FailingDevice::Release,
                            Ptr<FailingDevice>(this),
                            request,
                            m_powerChanges,
                            BlockStatus::MEDIUM_ERROR);
        return;
    }
    if (IsSlow(*request))
    {
        wait += m_slowTime;
    }
    if (wait.IsZero())
    {
        Pass(request);
        return;
    }
    Simulator::Schedule(wait,
                        &FailingDevice::Release,
                        Ptr<FailingDevice>(this),
                        request,
                        m_powerChanges,
                        BlockStatus::OK);
}

void
FailingDevice::Release(Ptr<BlockRequest> request, uint64_t powerChanges, BlockStatus status)
{
    if (powerChanges != m_powerChanges)
    {
        Complete(request, BlockStatus::NOT_READY);
    }
    else if (status != BlockStatus::OK)
    {
        Complete(request, status);
    }
    else
    {
        Pass(request);
    }
}

void
FailingDevice::PowerChanged(bool hasPower)
{
    NS_LOG_INFO("power " << (hasPower ? "on" : "off"));
    ++m_powerChanges;
}

void
FailingDevice::Pass(Ptr<BlockRequest> request)
{
    auto passed = Create<BlockRequest>(request->operation, request->lba, request->blocks);
    passed->number = request->number;
    passed->forceUnitAccess = request->forceUnitAccess;
    passed->order = request->order;
    passed->data = request->data;
    passed->timeline = request->timeline;
    passed->completion =
        MakeCallback(&FailingDevice::Passed, Ptr<FailingDevice>(this)).Bind(request);
    m_device->Submit(passed);
}

void
FailingDevice::Passed(Ptr<BlockRequest> request, Ptr<BlockRequest> passed)
{
    request->data = passed->data;
    Complete(request, passed->status);
}

} // namespace ns3
