/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-disks.h"

#include "live-identity.h"
#include "live-options.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/live-simulator-impl.h"
#include "ns3/log.h"
#include "ns3/san-network.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LiveDisks");

namespace
{

/// Time at the end in which requests are answered that clients sent before.
const Time ANSWER_TIME = Seconds(1);
/// Time between pings of a session if the user says nothing, and until one has to be answered, as
/// open-iscsi has them (node.conn[0].timeo.noop_out_interval and noop_out_timeout).
const Time PING_TIME = Seconds(5);
/// Logins that are tried, 2 s apart, until a lost session is given up: open-iscsi's 120 s
/// (node.session.timeo.replacement_timeout).
constexpr uint32_t LOGIN_RETRIES = 60;
/// Time that targets have to answer a logout.
const Time DISK_LOGOUT_TIME = Seconds(1);

/**
 * @param o the options
 * @return what the server's exports can do
 */
uint16_t
GetExportFlags(const LiveOptions& o)
{
    // All connections share the device, so a FLUSH is for what any of them wrote.
    uint16_t flags = NbdExportFlags::HAS_FLAGS | NbdExportFlags::SEND_FLUSH |
                     NbdExportFlags::SEND_FUA | NbdExportFlags::SEND_WRITE_ZEROES |
                     NbdExportFlags::SEND_FAST_ZERO | NbdExportFlags::CAN_MULTI_CONN;
    if (o.GetList().GetAttributes(ScsiDisk::GetTypeId()).at("ReadOnly") == "true")
    {
        flags |= NbdExportFlags::READ_ONLY;
    }
    return flags | (o.storage.device == "disk" ? NbdExportFlags::ROTATIONAL : 0);
}

/**
 * Let sessions that are lost be noticed and made again as those of real hosts.
 *
 * @param initiators the initiators, which have not begun
 * @param o the options
 */
void
SetSessionTimes(const ApplicationContainer& initiators, const LiveOptions& o)
{
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        (*it)->SetAttribute("LoginRetries", UintegerValue(LOGIN_RETRIES));
        if (Time(o.GetList().GetValue("nopInterval")).IsZero())
        {
            (*it)->SetAttribute("NopInterval", TimeValue(PING_TIME));
            (*it)->SetAttribute("NopTimeout", TimeValue(PING_TIME));
        }
    }
}

} // namespace

LiveDisks::LiveDisks(const SanNetwork& network, const LiveOptions& o, LiveSimulatorImpl& simulator)
    : m_os(o.GetStream()),
      m_identity(UseLiveIdentity(o.identity)),
      m_targets(network, o),
      m_failures(o.session.mayFail),
      m_sessions(network, m_targets, m_failures),
      m_server(o.nbd, simulator)
{
    for (const auto& device : m_sessions.LogIn(0, o))
    {
        Add(device, o);
    }
    SetSessionTimes(m_sessions.GetInitiators(), o);
    m_lines.push_back("identity " + m_identity + ": descriptions of exports end with it");
    m_awaited = m_drives.size();
    for (std::size_t i = 0; i < m_drives.size(); ++i)
    {
        const auto& device = m_drives[i].disk.device;
        device->GetObject<BlockIoPermanentFailure>()->TraceConnectWithoutContext(
            "Failed",
            MakeCallback(&LiveDisks::DriveFailed, this, i));
        device->CallWhenReady(MakeCallback(&LiveDisks::DriveReady, this, i));
    }
}

void
LiveDisks::Add(Ptr<BlockDevice> device, const LiveOptions& o)
{
    const auto number = m_drives.size();
    const auto units = o.GetUsedUnits();
    NbdExport disk;
    disk.name = std::to_string(number);
    disk.description = "target " + std::to_string(number / units) + ", LUN " +
                       std::to_string(number % units) + ", identity " + m_identity;
    disk.flags = GetExportFlags(o);
    disk.device = device;
    device->SetRecordTimelines(true);
    device->TraceConnectWithoutContext(
        "Complete",
        MakeCallback(&LiveDisks::RequestCompleted, this, PeekPointer(device)));
    m_lines.push_back(m_server.GetUri(disk.name));
    m_drives.push_back({disk});
}

void
LiveDisks::DriveReady(std::size_t number)
{
    auto& disk = m_drives[number].disk;
    disk.blockSize = disk.device->GetBlockSize();
    disk.size = disk.device->GetBlockCount() * disk.blockSize;
    m_os << "export " << disk.name << ": " << disk.description << ", " << disk.size
         << " bytes in blocks of " << disk.blockSize << std::endl;
    // A drive with contents writes zeros where blocks are unmapped, which takes a disk its time:
    // who makes a file system would trim all of it first.
    const auto unit = DynamicCast<ScsiBlockDevice>(disk.device);
    const bool isSlow = disk.flags & NbdExportFlags::ROTATIONAL;
    if (unit && unit->GetMaxZeroBlocks() > 0 && unit->CanUnmap() && !isSlow)
    {
        disk.flags |= NbdExportFlags::SEND_TRIM;
    }
    StopWaiting(number);
}

void
LiveDisks::DriveFailed(std::size_t number, const std::string&)
{
    StopWaiting(number);
}

void
LiveDisks::StopWaiting(std::size_t number)
{
    // A drive may also fail later.
    if (!m_drives[number].isAwaited)
    {
        return;
    }
    m_drives[number].isAwaited = false;
    if (--m_awaited > 0)
    {
        return;
    }
    std::vector<NbdExport> exports;
    for (const auto& drive : m_drives)
    {
        if (drive.disk.size > 0)
        {
            exports.push_back(drive.disk);
        }
    }
    m_server.Start(exports);
}

const SanTargets&
LiveDisks::GetTargets() const
{
    return m_targets;
}

uint32_t
LiveDisks::GetSessionCount() const
{
    uint32_t count = 0;
    const auto& initiators = m_sessions.GetInitiators();
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        count += DynamicCast<IscsiInitiator>(*it)->GetPort()->IsReady() ? 1 : 0;
    }
    return count;
}

ApplicationContainer
LiveDisks::GetApplications() const
{
    return m_sessions.GetInitiators();
}

std::vector<Ptr<BlockDevice>>
LiveDisks::GetStorage() const
{
    return m_targets.GetStorage();
}

std::vector<std::string>
LiveDisks::Describe() const
{
    return m_lines;
}

LiveFigures&
LiveDisks::GetFigures()
{
    return m_figures;
}

void
LiveDisks::End()
{
    NS_LOG_INFO("disks end with " << m_server.GetConnectionCount() << " clients");
    Simulator::Schedule(ANSWER_TIME, &LiveDisks::LogOut, this);
    m_server.End(MakeCallback(&LiveDisks::LogOut, this));
}

void
LiveDisks::LogOut()
{
    if (!m_isLoggedOut)
    {
        m_isLoggedOut = true;
        m_sessions.LogOut();
        Simulator::Stop(DISK_LOGOUT_TIME);
    }
}

bool
LiveDisks::Finish()
{
    return true;
}

std::vector<std::string>
LiveDisks::GetFailures() const
{
    return m_failures.GetLines();
}

std::string
LiveDisks::GetError() const
{
    // Clients are told of each request that fails, and check what they read.
    return "";
}

void
LiveDisks::RequestCompleted(BlockDevice* device, Ptr<const BlockRequest> request)
{
    m_figures.Add(*request, device->GetBlockSize());
}

} // namespace ns3
