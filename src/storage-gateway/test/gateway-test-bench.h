/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_TEST_BENCH_H
#define GATEWAY_TEST_BENCH_H

#include "ns3/block-device.h"
#include "ns3/boolean.h"
#include "ns3/fixed-latency-device.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-disk.h"
#include "ns3/scsi-local-port.h"
#include "ns3/scsi-lun.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace gatewaytest
{

/// Bytes.
using Bytes = std::vector<uint8_t>;

/**
 * @ingroup storage-gateway-tests
 *
 * @param size how many bytes
 * @param seed what makes them differ from others
 * @return bytes that do not repeat with the block size
 */
inline Bytes
MakePattern(std::size_t size, uint32_t seed)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
    {
        bytes[i] = static_cast<uint8_t>((i * 31 + i / 251 + seed * 17) % 253);
    }
    return bytes;
}

/**
 * @ingroup storage-gateway-tests
 *
 * @param data a packet
 * @return its contents
 */
inline Bytes
GetBytes(Ptr<const Packet> data)
{
    Bytes bytes(data->GetSize());
    data->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @ingroup storage-gateway-tests
 *
 * @param cdb a command
 * @return its first block, 0 if it names none
 */
inline uint64_t
GetFirstBlock(const ScsiCdb& cdb)
{
    return GatewayBlockRange::IsBlockCommand(GetScsiOpcode(cdb)) ? ScsiBlockCdb::Decode(cdb).lba
                                                                 : 0;
}

/**
 * @ingroup storage-gateway-tests
 *
 * A session with one host: it brings commands to a gateway's target and notes the answers. Data of
 * a write come in pieces, one after each outInterval, in the order they were asked for.
 */
class TestSession : public ScsiTargetPort
{
  public:
    /// What became of a command.
    struct Job
    {
        Ptr<ScsiTask> task;               //!< the command
        Bytes out;                        //!< data that it has to give
        Bytes in;                         //!< data that came
        std::vector<Time> inTimes;        //!< when each piece came
        std::vector<Time> asked;          //!< when data were asked for
        uint32_t mostAsked{0};            //!< most bytes asked for at once
        uint32_t completions{0};          //!< how often it ended
        Time done{-1};                    //!< when
        std::optional<ScsiSense> sense{}; //!< sense data

        /**
         * @return its additional sense code, 0 if it has none
         */
        int GetAdditional() const
        {
            return sense ? static_cast<int>(sense->additional) : 0;
        }
    };

    Ptr<ScsiDevice> device;                  //!< the target's device
    std::string name{"iqn.test:host,i,0x1"}; //!< the initiator port
    Time outInterval;                        //!< from one piece of data-out to the next
    uint32_t pieceSize{512};                 //!< bytes of a piece
    std::map<const ScsiTask*, Job> jobs;     //!< by task
    std::vector<uint64_t> answered;          //!< first blocks of commands as they ended
    ScsiTaskAttribute attribute{ScsiTaskAttribute::SIMPLE}; //!< of the next commands

    /**
     * Bring a command.
     *
     * @param lun the logical unit
     * @param cdb the command
     * @param inLength size of the data-in buffer
     * @param out the data-out buffer
     * @return the task
     */
    Ptr<ScsiTask> Send(uint16_t lun, const ScsiCdb& cdb, uint32_t inLength, const Bytes& out = {})
    {
        auto task = Create<ScsiTask>();
        task->lun = EncodeScsiLun(lun);
        task->cdb = cdb;
        task->attribute = attribute;
        task->dataInLength = inLength;
        task->dataOutLength = out.size();
        task->initiatorPort = std::make_shared<const std::string>(name);
        task->port = this;
        auto& job = jobs[PeekPointer(task)];
        job.task = task;
        job.out = out;
        device->CommandReceived(task);
        return task;
    }

    /**
     * Read blocks of 512 bytes.
     *
     * @param lun the logical unit
     * @param lba the first
     * @param blocks how many
     * @return the task
     */
    Ptr<ScsiTask> Read(uint16_t lun, uint32_t lba, uint32_t blocks = 1)
    {
        return Send(lun, ScsiBlockCdb{ScsiOpcode::READ_10, lba, blocks, 0}.Encode(), blocks * 512);
    }

    /**
     * Write blocks of 512 bytes.
     *
     * @param lun the logical unit
     * @param lba the first
     * @param out their contents
     * @return the task
     */
    Ptr<ScsiTask> Write(uint16_t lun, uint32_t lba, const Bytes& out)
    {
        const auto blocks = static_cast<uint32_t>(out.size() / 512);
        return Send(lun, ScsiBlockCdb{ScsiOpcode::WRITE_10, lba, blocks, 0}.Encode(), 0, out);
    }

    /**
     * Run a command to its end.
     *
     * @param lun the logical unit
     * @param cdb the command
     * @param inLength size of the data-in buffer
     * @param out the data-out buffer
     * @return what became of it
     */
    const Job& Run(uint16_t lun, const ScsiCdb& cdb, uint32_t inLength, const Bytes& out = {})
    {
        auto task = Send(lun, cdb, inLength, out);
        Simulator::Run();
        return jobs.at(PeekPointer(task));
    }

    /**
     * @param task a task
     * @return what became of it
     */
    const Job& Of(Ptr<const ScsiTask> task) const
    {
        return jobs.at(PeekPointer(task));
    }

    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override
    {
        auto& job = jobs.at(PeekPointer(task));
        NS_ABORT_MSG_IF(offset != job.in.size(), "data-in with a gap");
        NS_ABORT_MSG_IF(offset + data->GetSize() > task->dataInLength, "data-in beyond the buffer");
        NS_ABORT_MSG_IF(job.completions > 0, "data-in behind the status");
        const auto bytes = GetBytes(data);
        job.in.insert(job.in.end(), bytes.begin(), bytes.end());
        job.inTimes.push_back(Simulator::Now());
    }

    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        auto& job = jobs.at(PeekPointer(task));
        job.asked.push_back(Simulator::Now());
        job.mostAsked = std::max(job.mostAsked, length);
        for (uint32_t at = offset; at < offset + length; at += pieceSize)
        {
            const auto size = std::min(pieceSize, offset + length - at);
            m_free = std::max(m_free, Simulator::Now()) + outInterval;
            Simulator::Schedule(m_free - Simulator::Now(),
                                [this, task, at, size] { Give(task, at, size); });
        }
    }

    void SendCommandComplete(Ptr<ScsiTask> task) override
    {
        auto& job = jobs.at(PeekPointer(task));
        NS_ABORT_MSG_IF(task->port != this, "the task's port is not its own");
        ++job.completions;
        job.done = Simulator::Now();
        job.sense = ScsiSense::Decode(task->sense);
        answered.push_back(GetFirstBlock(task->cdb));
    }

  private:
    /**
     * Give a piece of data.
     *
     * @param task its task
     * @param offset where it belongs
     * @param size bytes
     */
    void Give(Ptr<ScsiTask> task, uint32_t offset, uint32_t size)
    {
        const auto& job = jobs.at(PeekPointer(task));
        if (job.completions == 0)
        {
            device->DataOutReceived(task, offset, Create<Packet>(job.out.data() + offset, size));
        }
    }

    Time m_free; //!< when the last piece asked for has come
};

/**
 * @ingroup storage-gateway-tests
 *
 * A session that asks for task management and notes which of its tasks the device ended.
 */
class ManagedSession : public TestSession
{
  public:
    void TaskAborted(Ptr<ScsiTask> task) override
    {
        NS_ABORT_MSG_IF(task->port != this, "the task's port is not its own");
        aborted.push_back(GetFirstBlock(task->cdb));
    }

    /**
     * @param function what to ask for
     * @param lun the logical unit
     * @param task the task of a function for one task
     * @return how it ended
     */
    ScsiTaskManagementResponse Manage(ScsiTaskManagementFunction function,
                                      uint16_t lun,
                                      Ptr<ScsiTask> task = nullptr)
    {
        return device->ManageTasks(
            {function, EncodeScsiLun(lun), std::make_shared<const std::string>(name), task, this});
    }

    std::vector<uint64_t> aborted; //!< first blocks of tasks that ended without a status
};

/**
 * @ingroup storage-gateway-tests
 *
 * A gateway with one target and one back end, drives of a fixed latency behind ports of a fixed
 * delay, and sessions. LUN i is drive i.
 */
class GatewayTestBench
{
  public:
    Ptr<StorageGateway> gateway{CreateObject<StorageGateway>()}; //!< the gateway
    Ptr<GatewayBackEnd> backEnd;                                 //!< its back end
    Ptr<GatewayTarget> target;                                   //!< its target
    std::vector<Ptr<FixedLatencyDevice>> devices;                //!< the drives
    std::vector<std::string> dispatched; //!< "drive:lba at ms" of each command sent

    /**
     * Make the back end and the target: once the gateway's attributes are set.
     */
    void Build()
    {
        backEnd = gateway->AddBackEnd();
        target = gateway->AddTarget("iqn.test:target");
    }

    /**
     * Add a drive as the next LUN.
     *
     * @param latency of everything it does
     * @param delay of every message to and from it
     * @return its queue
     */
    Ptr<GatewayDrive> AddDrive(Time latency, Time delay = Time(0))
    {
        auto device = CreateObject<FixedLatencyDevice>();
        device->SetAttribute("Latency", TimeValue(latency));
        device->SetAttribute("StoreData", BooleanValue(true));
        device->SetAttribute("BlockCount", UintegerValue(10000));
        devices.push_back(device);
        auto disk = CreateObject<ScsiDisk>();
        disk->SetBlockDevice(device);
        disk->SetAttribute("StoreData", BooleanValue(true));
        auto port = CreateObject<ScsiLocalPort>();
        port->SetDevice(disk);
        port->SetAttribute("Delay", TimeValue(delay));
        return AddPort(port);
    }

    /**
     * Add what is behind a port as the next LUN.
     *
     * @param port the port
     * @return its queue
     */
    Ptr<GatewayDrive> AddPort(Ptr<ScsiInitiatorPort> port)
    {
        const auto number = gateway->GetNDrives();
        auto drive = gateway->AddDrive(port, backEnd);
        gateway->MapDrive(target, number, drive);
        drive->TraceConnectWithoutContext(
            "Dispatched",
            MakeCallback(&GatewayTestBench::NoteDispatch, this).Bind(number));
        return drive;
    }

    /**
     * @param session a session to connect to the target
     */
    void Connect(TestSession& session) const
    {
        session.device = target;
    }

    /**
     * @return true if no queue holds a command and the pool is empty
     */
    bool IsIdle() const
    {
        bool idle = gateway->GetBufferPool()->GetUsed() == 0 &&
                    gateway->GetBufferPool()->GetWaiting() == 0 && backEnd->GetOutstanding() == 0 &&
                    backEnd->GetQueueLength() == 0;
        for (uint32_t i = 0; i < gateway->GetNDrives(); ++i)
        {
            const auto drive = gateway->GetDrive(i);
            idle = idle && drive->GetOutstanding() == 0 && drive->GetQueueLength() == 0;
        }
        return idle;
    }

  private:
    /**
     * @param drive number of a drive
     * @param task what was sent to it
     */
    void NoteDispatch(uint32_t drive, Ptr<const ScsiTask> task)
    {
        dispatched.push_back(std::to_string(drive) + ":" +
                             std::to_string(GetFirstBlock(task->cdb)) + " at " +
                             std::to_string(Simulator::Now().GetMilliSeconds()));
    }
};

} // namespace gatewaytest
} // namespace ns3

#endif /* GATEWAY_TEST_BENCH_H */
