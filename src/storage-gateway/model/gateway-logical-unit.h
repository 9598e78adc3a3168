/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_LOGICAL_UNIT_H
#define GATEWAY_LOGICAL_UNIT_H

#include "gateway-block-range.h"
#include "gateway-buffer-pool.h"
#include "gateway-copy-identifiers.h"

#include "ns3/scsi-device.h"
#include "ns3/scsi-initiator-port.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * A logical unit of a gateway, a whole drive or a part of it: it passes each task to an initiator
 * port, and returns data and status.
 *
 * A task allocates buffer space for all its data before the transfer starts: only then is a write's
 * data requested and the command forwarded. A task with more data than the pool can hold is split
 * into several commands, each with as many whole blocks as fit, one after the other; the host sees
 * one. The unit learns the drive's block size from the READ CAPACITY that a host sends first;
 * without it a task is one command, whatever its size, and uses the whole pool.
 */
class GatewayLogicalUnit : public ScsiDevice, public ScsiInitiatorClient
{
  public:
    /// When data move on.
    enum TransferMode : uint8_t
    {
        CUT_THROUGH,      //!< as they come, and the command at once
        STORE_AND_FORWARD //!< when all of the command's are there
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the device behind the unit, once and before the first command.
     *
     * @param port the way to the drive
     * @param pool the gateway's memory
     */
    void SetPort(Ptr<ScsiInitiatorPort> port, Ptr<GatewayBufferPool> pool);

    /**
     * Show a part of the drive only, from the first command on.
     *
     * @param range which blocks
     * @param serial the unit serial number by which hosts tell the part from others, up to 36
     *        characters
     */
    void SetRange(const GatewayBlockRange& range, const std::string& serial);

    /**
     * Set how copies of hosts are distinguished at the drive, for a unit that is a whole one.
     *
     * @param copies the list identifiers at the drive
     */
    void SetCopyIdentifiers(std::shared_ptr<GatewayCopyIdentifiers> copies);

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;
    void NexusLost(const std::string& initiatorPort) override;

    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

  protected:
    void DoDispose() override;

  private:
    /// A run of bytes that the back end asked for.
    struct Burst
    {
        uint32_t offset; //!< where in the segment
        uint32_t length; //!< how many
    };

    /// The command for the drive that carries a task, or a piece of it.
    struct Segment : public ScsiTask
    {
        Ptr<ScsiTask> front;      //!< the task of the host, null once it is lost
        uint32_t base{0};         //!< where the segment's data begin in the task's, bytes
        uint32_t length{0};       //!< bytes of its data
        uint32_t taken{0};        //!< bytes of the pool it still has
        bool hasRoom{false};      //!< true once the pool granted its room
        bool isSent{false};       //!< true once the port has it
        bool collectsIn{false};   //!< true if data-in wait for the end
        Ptr<Packet> data;         //!< data on their way, null if there are none
        std::deque<Burst> bursts; //!< what the back end asked for and did not get
    };

    /**
     * Answer for a part what the drive would report of itself.
     *
     * @param task the task
     * @return true if it was answered
     */
    bool AnswerInquiry(Ptr<ScsiTask> task);

    /**
     * @param task a task
     * @return whether it asks for a copy that its host does not have
     */
    bool IsOfUnknownCopy(const ScsiTask& task) const;

    /**
     * Put the list identifier at the drive into a command about copies.
     *
     * @param task the task of the host
     * @param cdb the command for the drive
     */
    void TranslateCopyResults(const ScsiTask& task, ScsiCdb& cdb) const;

    /**
     * Put the list identifier at the drive into the parameter list of EXTENDED COPY.
     *
     * @param task the task of the host
     * @param data the beginning of the list
     * @return the same for the drive
     */
    Ptr<Packet> TranslateCopyList(const ScsiTask& task, Ptr<Packet> data);

    /**
     * Begin with a task, or continue with its next piece.
     *
     * @param front the task
     * @param base where the piece's data begin, bytes
     */
    void Begin(Ptr<ScsiTask> front, uint32_t base);

    /**
     * @param front a task
     * @return the most bytes of one of its segments
     */
    uint32_t GetMostBytes(Ptr<const ScsiTask> front) const;

    /**
     * Room in the pool was taken for a segment.
     *
     * @param segment the segment
     */
    void RoomGranted(Ptr<Segment> segment);

    /**
     * @param segment a segment that has all it needs to be sent
     */
    void Send(Ptr<Segment> segment);

    /**
     * Give the back end what it asked for, as far as that is there.
     *
     * @param segment the segment
     */
    void ServeBursts(Ptr<Segment> segment);

    /**
     * @param segment a segment
     * @param bytes how many of its bytes left the gateway
     */
    void GiveRoom(Ptr<Segment> segment, uint32_t bytes);

    /**
     * Send the host what was collected of a read.
     *
     * @param segment the segment, at its end
     */
    void SendCollected(Ptr<Segment> segment);

    /**
     * End a task as its last segment ended.
     *
     * @param segment the segment
     */
    void Finish(Ptr<const Segment> segment);

    TransferMode m_mode;           //!< when data move on
    Ptr<ScsiInitiatorPort> m_port; //!< the way to the drive
    Ptr<GatewayBufferPool> m_pool; //!< the gateway's memory
    GatewayBlockRange m_range;     //!< which blocks
    std::string m_serial;          //!< unit serial number of a part
    /// List identifiers at the drive, null if it cannot copy.
    std::shared_ptr<GatewayCopyIdentifiers> m_copies;
    uint32_t m_blockSize{0}; //!< bytes in a block, zero while not known
    /// Tasks under way with their current segment.
    std::unordered_map<const ScsiTask*, Ptr<Segment>> m_segments;
};

} // namespace ns3

#endif /* GATEWAY_LOGICAL_UNIT_H */
