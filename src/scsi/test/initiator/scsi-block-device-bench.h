/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_BLOCK_DEVICE_BENCH_H
#define SCSI_BLOCK_DEVICE_BENCH_H

#include "../unit/scsi-test-doubles.h"

#include "ns3/boolean.h"
#include "ns3/scsi-block-device.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::scsitest
{

/**
 * @ingroup scsi-tests
 *
 * @param status a status
 * @return an answer with it
 */
inline LoopbackPort::Forced
MakePlain(ScsiStatus status)
{
    return {ScsiServiceResponse::COMMAND_COMPLETE, status, {}};
}

/**
 * @ingroup scsi-tests
 *
 * @param key a sense key
 * @param additional additional sense code and qualifier
 * @return an answer with it
 */
inline LoopbackPort::Forced
MakeCheck(ScsiSenseKey key, uint16_t additional)
{
    const ScsiSense sense{key, static_cast<ScsiAdditionalSense>(additional), std::nullopt};
    return {ScsiServiceResponse::COMMAND_COMPLETE, ScsiStatus::CHECK_CONDITION, sense.Encode()};
}

/**
 * @ingroup scsi-tests
 *
 * A remote block device over a loopback port in front of a disk.
 */
struct ScsiPath
{
    Ptr<TestBlockDevice> drive{CreateObject<TestBlockDevice>()};  //!< the drive
    Ptr<ScsiDisk> disk{CreateObject<ScsiDisk>()};                 //!< the disk over it
    Ptr<LoopbackPort> port{CreateObject<LoopbackPort>()};         //!< the transport
    Ptr<ScsiBlockDevice> device{CreateObject<ScsiBlockDevice>()}; //!< the remote device
    std::vector<Ptr<BlockRequest>> completed;                     //!< in order of completion
    std::vector<Time> completedAt;                                //!< and when

    ScsiPath()
    {
        disk->SetBlockDevice(drive);
        port->device = disk;
    }

    /// Takes the path apart.
    ~ScsiPath()
    {
        Simulator::Destroy();
        device->Dispose();
        port->Dispose();
        disk->Dispose();
    }

    /**
     * Keep contents everywhere.
     */
    void StoreData() const
    {
        drive->keep = true;
        disk->SetAttribute("StoreData", BooleanValue(true));
        device->SetAttribute("StoreData", BooleanValue(true));
    }

    /**
     * Start, until the device is ready or has failed.
     */
    void SetUp()
    {
        device->SetPort(port);
        Simulator::Run();
        port->sent.clear();
        port->sentAt.clear();
        port->mostOutstanding = 0;
        drive->asked.clear();
    }

    /**
     * Submit a request.
     *
     * @param operation the operation
     * @param lba first block
     * @param blocks number of blocks
     * @param data contents of a write
     * @param forced true for forced unit access
     * @param order its place among the others
     * @return the request
     */
    Ptr<BlockRequest> Submit(BlockOperation operation,
                             uint64_t lba,
                             uint32_t blocks,
                             const Bytes& data = {},
                             bool forced = false,
                             BlockOrder order = BlockOrder::SIMPLE)
    {
        auto request = Create<BlockRequest>(operation, lba, blocks);
        request->forceUnitAccess = forced;
        request->order = order;
        if (!data.empty())
        {
            request->data = MakePacket(data);
        }
        request->completion = MakeCallback(&ScsiPath::Done, this);
        device->Submit(request);
        return request;
    }

    /**
     * @param request a completed request
     */
    void Done(Ptr<BlockRequest> request)
    {
        completed.push_back(request);
        completedAt.push_back(Simulator::Now());
    }
};

} // namespace ns3::scsitest

#endif /* SCSI_BLOCK_DEVICE_BENCH_H */
