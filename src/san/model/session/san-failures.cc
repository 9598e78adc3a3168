/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-failures.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/log.h"
#include "ns3/multipath-device.h"
#include "ns3/san-drives.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-block-status.h"
#include "ns3/user-error.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanFailures");

namespace
{

/**
 * @param device a device
 * @return true if it failed for good
 */
bool
HasFailed(const BlockDevice& device)
{
    return device.GetObject<BlockIoPermanentFailure>()->HasOccurred();
}

/**
 * @param device a device, or several paths to one
 * @return its initiator and target in words, those of the first path
 */
std::string
GetSubject(Ptr<BlockDevice> device)
{
    const auto paths = DynamicCast<MultipathDevice>(device);
    const auto unit = DynamicCast<ScsiBlockDevice>(paths ? paths->GetPath(0) : device);
    return unit->GetPort()->GetObject<BlockIoPermanentFailure>()->GetSubject();
}

/**
 * @param device a device, or several paths to one
 * @return the device, or all of its paths
 */
std::vector<Ptr<BlockDevice>>
GetPaths(Ptr<BlockDevice> device)
{
    const auto paths = DynamicCast<MultipathDevice>(device);
    std::vector<Ptr<BlockDevice>> all;
    for (uint32_t i = 0; paths && i < paths->GetNPaths(); ++i)
    {
        all.push_back(paths->GetPath(i));
    }
    return paths ? all : std::vector<Ptr<BlockDevice>>{device};
}

} // namespace

SanFailures::SanFailures(bool mayFail)
    : m_mayFail(mayFail)
{
}

void
SanFailures::Follow(Ptr<BlockDevice> device, uint32_t initiator)
{
    device->GetObject<BlockIoPermanentFailure>()->TraceConnectWithoutContext(
        "Failed",
        MakeCallback(&SanFailures::Add, this));
    device->TraceConnectWithoutContext(
        "Complete",
        MakeCallback(&SanFailures::RequestCompleted, this, initiator));
    for (const auto& path : GetPaths(device))
    {
        path->TraceConnectWithoutContext(
            "Failure",
            MakeCallback(&SanFailures::CommandFailed, this, initiator));
    }
    m_requests[initiator].devices.push_back(device);
}

void
SanFailures::CommandFailed(uint32_t initiator, Ptr<const ScsiTask> task)
{
    auto& requests = m_requests[initiator];
    if (requests.reason.empty())
    {
        requests.reason = DescribeScsiOutcome(*task);
    }
}

void
SanFailures::RequestCompleted(uint32_t initiator, Ptr<const BlockRequest> request)
{
    // A flush of nothing ends well at a device that refuses all else.
    if (request->operation == BlockOperation::FLUSH)
    {
        return;
    }
    auto& requests = m_requests[initiator];
    if (request->status == BlockStatus::OK)
    {
        ++requests.good;
        return;
    }
    ++requests.failed;
    if (requests.first.empty())
    {
        std::ostringstream text;
        text << request->operation << " LBA " << request->lba << ", " << request->blocks
             << " blocks: ";
        if (requests.reason.empty())
        {
            text << request->status;
        }
        requests.first = text.str() + requests.reason;
    }
}

void
SanFailures::CheckRequests()
{
    for (const auto& [initiator, requests] : m_requests)
    {
        uint64_t waiting = 0;
        for (const auto& device : requests.devices)
        {
            waiting += device->GetOutstanding();
        }
        const auto subject = "initiator " + std::to_string(initiator) + ": ";
        if (requests.good == 0 && requests.failed > 0)
        {
            AddError(subject + "all " + std::to_string(requests.failed) +
                     " requests failed, the first: " + requests.first);
        }
        else if (requests.good == 0 && waiting > 0)
        {
            AddError(subject + "none of " + std::to_string(waiting) + " requests was answered");
        }
    }
}

void
SanFailures::CheckBegun(const std::vector<Ptr<BlockDevice>>& drives, bool hasBegun)
{
    Ptr<BlockDevice> late;
    for (const auto& drive : GetSanDrives(drives))
    {
        if (HasFailed(*drive))
        {
            return;
        }
        late = drive->IsReady() ? late : drive;
    }
    if (hasBegun || !late)
    {
        return;
    }
    AddIfMayFail(GetSubject(late) + ": not ready when the workload ended");
}

void
SanFailures::AddNotMounted(const std::string& server)
{
    AddIfMayFail(server + ": not mounted when the simulation ended");
}

void
SanFailures::AddIfMayFail(const std::string& line)
{
    if (!m_mayFail)
    {
        throw UserError(line);
    }
    Add(line);
}

const std::vector<std::string>&
SanFailures::GetLines() const
{
    return m_lines;
}

const std::string&
SanFailures::GetError() const
{
    return m_error;
}

std::string
SanFailures::GetFirst(uint32_t initiator) const
{
    const auto found = m_requests.find(initiator);
    return found == m_requests.end() ? "" : found->second.first;
}

void
SanFailures::AddError(const std::string& line)
{
    Add(line);
    if (!m_mayFail && m_error.empty())
    {
        m_error = line;
    }
}

void
SanFailures::Add(const std::string& line)
{
    if (std::find(m_lines.begin(), m_lines.end(), line) == m_lines.end())
    {
        NS_LOG_WARN("failed: " << line);
        m_lines.push_back(line);
    }
}

} // namespace ns3
