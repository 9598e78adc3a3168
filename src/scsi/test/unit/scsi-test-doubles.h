/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TEST_DOUBLES_H
#define SCSI_TEST_DOUBLES_H

#include "ns3/block-device.h"
#include "ns3/nstime.h"
#include "ns3/scsi-cdb.h"
#include "ns3/scsi-device.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/scsi-sense.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace scsitest
{

/// Bytes.
using Bytes = std::vector<uint8_t>;

/**
 * @ingroup scsi-tests
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
 * @ingroup scsi-tests
 *
 * @param bytes contents
 * @return a packet of them
 */
inline Ptr<Packet>
MakePacket(const Bytes& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

/**
 * @ingroup scsi-tests
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
 * @ingroup scsi-tests
 *
 * A device of a given size that notes what it is asked, takes a fixed time for everything, fails
 * where told to and keeps contents if told to.
 */
class TestBlockDevice : public BlockDevice
{
  public:
    /// What it was asked.
    struct Asked
    {
        BlockOperation operation; //!< the operation
        uint64_t lba;             //!< first block
        uint32_t blocks;          //!< number of blocks
        bool hasData;             //!< true if a write brought contents
        bool forced;              //!< true for forced unit access
        BlockOrder order;         //!< its place among the others
    };

    uint64_t count{1000};                        //!< number of blocks
    uint32_t size{512};                          //!< bytes in a block
    Time latency{MicroSeconds(10)};              //!< of everything
    BlockStatus status{BlockStatus::OK};         //!< how everything ends
    std::optional<uint64_t> badLba;              //!< a request with this block fails
    bool ready{true};                            //!< whether it is ready
    BlockCacheSettings cache;                    //!< which caches are on
    BlockCacheSettings changeable{false, false}; //!< which can be switched
    bool keep{false};                            //!< whether contents are kept
    bool canUnmap{false};                        //!< whether it takes UNMAP
    std::vector<Asked> asked;                    //!< everything that it was asked
    std::map<uint64_t, Bytes> contents;          //!< by block
    std::deque<Ptr<BlockRequest>> running;       //!< taken and not completed
    std::size_t mostRunning{0};                  //!< most at once

    uint64_t GetBlockCount() const override
    {
        return ready ? count : 0;
    }

    uint32_t GetBlockSize() const override
    {
        return size;
    }

    bool IsReady() const override
    {
        return ready;
    }

    bool TakesUnmap() const override
    {
        return canUnmap;
    }

    BlockCacheSettings GetCacheSettings() const override
    {
        return cache;
    }

    BlockCacheSettings GetChangeableCacheSettings() const override
    {
        return changeable;
    }

    bool SetCacheSettings(const BlockCacheSettings& settings) override
    {
        cache = settings;
        return true;
    }

  private:
    void DoSubmit(Ptr<BlockRequest> request) override
    {
        asked.push_back({request->operation,
                         request->lba,
                         request->blocks,
                         bool(request->data),
                         request->forceUnitAccess,
                         request->order});
        running.push_back(request);
        mostRunning = std::max(mostRunning, running.size());
        Simulator::Schedule(latency, &TestBlockDevice::End, Ptr<TestBlockDevice>(this));
    }

    /**
     * End the oldest request.
     */
    void End()
    {
        auto request = running.front();
        running.pop_front();
        if (keep && request->operation == BlockOperation::READ)
        {
            request->data = MakePacket(Read(request->lba, request->blocks));
        }
        if (keep && request->operation == BlockOperation::WRITE)
        {
            // A write without contents is one of zeros, as in BlockStore.
            const auto bytes =
                request->data ? GetBytes(request->data) : Bytes(request->blocks * size);
            for (uint32_t i = 0; i < request->blocks; ++i)
            {
                contents[request->lba + i] =
                    Bytes(bytes.begin() + i * size, bytes.begin() + (i + 1) * size);
            }
        }
        const bool hit =
            badLba && *badLba >= request->lba && *badLba < request->lba + request->blocks;
        Complete(request, hit ? BlockStatus::MEDIUM_ERROR : status);
    }

    /**
     * @param lba first block
     * @param blocks number of blocks
     * @return their contents
     */
    Bytes Read(uint64_t lba, uint32_t blocks) const
    {
        Bytes bytes;
        for (uint32_t i = 0; i < blocks; ++i)
        {
            const auto found = contents.find(lba + i);
            const auto block = found == contents.end() ? Bytes(size) : found->second;
            bytes.insert(bytes.end(), block.begin(), block.end());
        }
        return bytes;
    }
};

/**
 * @ingroup scsi-tests
 *
 * A target port that brings one command at a time to a device and notes the answer.
 */
class TestTargetPort : public ScsiTargetPort
{
  public:
    Bytes dataIn;                       //!< what the device sent
    Bytes dataOut;                      //!< what the initiator has to give
    uint32_t pieceSize{1000};           //!< most bytes of a piece of data-out
    uint32_t asked{0};                  //!< bytes of data-out that the device asked for
    uint32_t completions{0};            //!< how often the task was completed
    bool several{false};                //!< whether commands may overlap
    Ptr<ScsiDevice> device;             //!< the device
    uint64_t lun{0};                    //!< which logical unit
    std::string initiator;              //!< name of the initiator port
    Bytes extended;                     //!< bytes of the CDB from the 17th on
    std::vector<Ptr<ScsiTask>> aborted; //!< tasks that ended without a status
    ScsiTaskAttribute attribute{ScsiTaskAttribute::SIMPLE}; //!< task attribute
    Ptr<ScsiTask> task;                                     //!< the last task
    std::optional<ScsiSense> sense;                         //!< its sense data

    /**
     * Run a command to its end.
     *
     * @param cdb the command
     * @param dataInLength size of the data-in buffer
     * @param out the data-out buffer
     */
    void Run(const ScsiCdb& cdb, uint32_t dataInLength = 0, const Bytes& out = {})
    {
        Start(cdb, dataInLength, out);
        Simulator::Run();
        sense = ScsiSense::Decode(task->sense);
    }

    /**
     * Bring a command to the device.
     *
     * @param cdb the command
     * @param dataInLength size of the data-in buffer
     * @param out the data-out buffer
     */
    void Start(const ScsiCdb& cdb, uint32_t dataInLength, const Bytes& out)
    {
        dataIn.clear();
        dataOut = out;
        asked = 0;
        completions = 0;
        task = Create<ScsiTask>();
        task->cdb = cdb;
        task->extendedCdb = extended;
        task->lun = lun;
        task->dataInLength = dataInLength;
        task->dataOutLength = out.size();
        task->port = this;
        task->attribute = attribute;
        task->initiatorPort = std::make_shared<const std::string>(initiator);
        device->CommandReceived(task);
    }

    void SendDataIn(Ptr<ScsiTask>, uint32_t offset, Ptr<Packet> data) override
    {
        NS_ABORT_MSG_IF(offset != dataIn.size() && !several, "data-in with a gap");
        const auto bytes = GetBytes(data);
        dataIn.insert(dataIn.end(), bytes.begin(), bytes.end());
    }

    void ReceiveDataOut(Ptr<ScsiTask> which, uint32_t offset, uint32_t length) override
    {
        asked += length;
        for (uint32_t at = offset; at < offset + length; at += pieceSize)
        {
            const auto end = std::min(at + pieceSize, offset + length);
            const Bytes piece(dataOut.begin() + at, dataOut.begin() + end);
            Simulator::ScheduleNow(&ScsiDevice::DataOutReceived,
                                   device,
                                   which,
                                   at,
                                   MakePacket(piece));
        }
    }

    void SendCommandComplete(Ptr<ScsiTask> which) override
    {
        NS_ABORT_MSG_IF(which != task && !several, "another task was completed");
        ++completions;
    }

    void TaskAborted(Ptr<ScsiTask> which) override
    {
        aborted.push_back(which);
    }
};

/**
 * @ingroup scsi-tests
 *
 * Initiator and target port in one: every message takes a delay, data are cut into pieces, and
 * commands can be answered in the device's stead.
 */
class LoopbackPort : public ScsiInitiatorPort, public ScsiTargetPort
{
  public:
    /// An answer in the device's stead.
    struct Forced
    {
        ScsiServiceResponse response; //!< service response
        ScsiStatus status;            //!< status
        Bytes sense;                  //!< sense data
    };

    Ptr<ScsiDevice> device;        //!< the device behind the port
    Time delay{MicroSeconds(100)}; //!< of every message
    uint32_t pieceSize{700};       //!< most bytes of a piece of data
    bool ready{true};              //!< whether commands are taken
    uint32_t shortBy{0};           //!< bytes of data-in that get lost on the way
    std::deque<Forced> forced;     //!< answers in the device's stead
    std::vector<ScsiTask> sent;    //!< every command sent
    std::vector<Time> sentAt;      //!< and when
    uint32_t outstanding{0};       //!< commands sent and not answered
    uint32_t mostOutstanding{0};   //!< most at once

    /**
     * Become ready.
     */
    void Open()
    {
        ready = true;
        NotifyReady();
    }

    bool IsReady() const override
    {
        return ready;
    }

    void SendScsiCommand(Ptr<ScsiTask> task) override
    {
        NS_ABORT_MSG_IF(!ready, "a command to a port that is not ready");
        sent.push_back(*task);
        sentAt.push_back(Simulator::Now());
        mostOutstanding = std::max(mostOutstanding, ++outstanding);
        auto remote = Create<Remote>(*task);
        remote->origin = task;
        remote->client = nullptr;
        remote->port = this;
        m_remotes[PeekPointer(task)] = remote;
        task->Stamp(IoStage::SENT);
        if (forced.empty())
        {
            Simulator::Schedule(delay, &ScsiDevice::CommandReceived, device, remote);
            return;
        }
        const auto answer = forced.front();
        forced.pop_front();
        remote->response = answer.response;
        remote->status = answer.status;
        remote->sense = answer.sense;
        SendCommandComplete(remote);
    }

    void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override
    {
        auto remote = m_remotes.at(PeekPointer(task));
        Simulator::Schedule(delay, &ScsiDevice::DataOutReceived, device, remote, offset, data);
    }

    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override
    {
        auto origin = StaticCast<Remote>(task)->origin;
        const auto size = data->GetSize() - std::min(shortBy, data->GetSize());
        for (uint32_t at = 0; at < size; at += pieceSize)
        {
            auto piece = data->CreateFragment(at, std::min(pieceSize, size - at));
            auto deliver = [origin, piece, where = offset + at] {
                origin->client->DataInReceived(origin, where, piece);
            };
            Simulator::Schedule(delay, deliver);
        }
    }

    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override
    {
        auto origin = StaticCast<Remote>(task)->origin;
        for (uint32_t at = 0; at < length; at += pieceSize)
        {
            const auto size = std::min(pieceSize, length - at);
            auto ask = [origin, where = offset + at, size] {
                origin->client->DataOutRequested(origin, where, size);
            };
            Simulator::Schedule(delay, ask);
        }
    }

    void SendCommandComplete(Ptr<ScsiTask> task) override
    {
        auto remote = StaticCast<Remote>(task);
        auto answer = [this, remote] {
            auto origin = remote->origin;
            origin->response = remote->response;
            origin->status = remote->status;
            origin->sense = remote->sense;
            origin->residual = remote->residual;
            --outstanding;
            NS_ABORT_MSG_IF(m_remotes.erase(PeekPointer(origin)) != 1, "completed twice");
            origin->client->CommandCompleteReceived(origin);
        };
        Simulator::Schedule(delay, answer);
    }

  private:
    /// The task at the target.
    struct Remote : public ScsiTask
    {
        /**
         * @param task the task at the initiator
         */
        explicit Remote(const ScsiTask& task)
            : ScsiTask(task)
        {
        }

        Ptr<ScsiTask> origin; //!< the task at the initiator
    };

    std::map<const ScsiTask*, Ptr<Remote>> m_remotes; //!< by the task at the initiator
};

} // namespace scsitest
} // namespace ns3

#endif /* SCSI_TEST_DOUBLES_H */
