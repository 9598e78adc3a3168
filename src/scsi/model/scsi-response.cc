/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-response.h"

#include "scsi-device.h"

#include "ns3/packet.h"

#include <algorithm>

namespace ns3
{

void
SetScsiGood(Ptr<ScsiTask> task)
{
    task->status = ScsiStatus::GOOD;
    task->residual = std::max(task->dataInLength, task->dataOutLength);
}

void
SetScsiCheckCondition(Ptr<ScsiTask> task, const ScsiSense& sense)
{
    task->status = ScsiStatus::CHECK_CONDITION;
    task->sense = sense.Encode();
    task->residual = std::max(task->dataInLength, task->dataOutLength);
}

void
SetScsiIllegalRequest(Ptr<ScsiTask> task, ScsiAdditionalSense additional)
{
    SetScsiCheckCondition(task, {ScsiSenseKey::ILLEGAL_REQUEST, additional, std::nullopt});
}

void
SendScsiParameterData(Ptr<ScsiTask> task,
                      const std::vector<uint8_t>& bytes,
                      uint32_t allocationLength)
{
    const auto wanted = std::min<uint32_t>(bytes.size(), allocationLength);
    const auto sent = std::min(wanted, task->dataInLength);
    task->status = ScsiStatus::GOOD;
    task->residual = int64_t{task->dataInLength} - wanted;
    if (sent > 0)
    {
        task->port->SendDataIn(task, 0, Create<Packet>(bytes.data(), sent));
    }
}

} // namespace ns3
