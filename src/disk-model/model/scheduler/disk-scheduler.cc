/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "disk-scheduler.h"

namespace ns3
{

int64_t
DiskArm::GetPositioningNanoSeconds(const BlockRequest& request) const
{
    if (request.blocks == 0)
    {
        return 0;
    }
    const auto isWrite = request.operation == BlockOperation::WRITE;
    const auto start = isWrite ? writeStart : readStart;
    return (start - now).GetNanoSeconds() +
           mechanics.GetPositioningNanoSeconds(track, start, request.lba, isWrite);
}

NS_OBJECT_ENSURE_REGISTERED(DiskScheduler);

TypeId
DiskScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DiskScheduler").SetParent<Object>().SetGroupName("DiskModel");
    return tid;
}

} // namespace ns3
