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
SetScsiResidual(Ptr<ScsiTask> task, uint64_t dataIn, uint64_t dataOut)
{
    const auto in = static_cast<int64_t>(task->dataInLength - dataIn);
    const auto out = static_cast<int64_t>(task->dataOutLength - dataOut);
    const bool isBidirectional = task->dataInLength > 0 && task->dataOutLength > 0;
    // With one buffer the residual is that of the data which the command moves, or else its own.
    const bool ofDataOut = dataOut > 0 || (dataIn == 0 && task->dataOutLength > 0);
    task->residual = isBidirectional || ofDataOut ? out : in;
    task->dataInResidual = isBidirectional ? in : 0;
}

void
SetScsiGood(Ptr<ScsiTask> task)
{
    task->status = ScsiStatus::GOOD;
    SetScsiResidual(task, 0, 0);
}

void
SetScsiCheckCondition(Ptr<ScsiTask> task, const ScsiSense& sense, ScsiSenseFormat format)
{
    task->status = ScsiStatus::CHECK_CONDITION;
    task->sense = sense.Encode(format);
    SetScsiResidual(task, 0, 0);
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
    SetScsiResidual(task, wanted, 0);
    if (sent > 0)
    {
        task->port->SendDataIn(task, 0, Create<Packet>(bytes.data(), sent));
    }
}

} // namespace ns3
