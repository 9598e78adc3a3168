/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-failures.h"

#include "ns3/block-io-permanent-failure.h"
#include "ns3/block-io-user-error.h"
#include "ns3/log.h"
#include "ns3/multipath-device.h"
#include "ns3/scsi-block-device.h"

#include <algorithm>

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

} // namespace

SanFailures::SanFailures(bool mayFail)
    : m_mayFail(mayFail)
{
}

void
SanFailures::Follow(Ptr<BlockDevice> device)
{
    device->GetObject<BlockIoPermanentFailure>()->TraceConnectWithoutContext(
        "Failed",
        MakeCallback(&SanFailures::Add, this));
}

void
SanFailures::CheckBegun(const std::vector<Ptr<BlockDevice>>& drives, bool hasBegun)
{
    Ptr<BlockDevice> late;
    for (const auto& drive : drives)
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
        throw BlockIoUserError(line);
    }
    Add(line);
}

const std::vector<std::string>&
SanFailures::GetLines() const
{
    return m_lines;
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
