/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_LOCAL_PORT_H
#define SCSI_LOCAL_PORT_H

#include "scsi-initiator-port.h"

#include "ns3/nstime.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup scsi-initiator
 *
 * An initiator port directly in front of a device: a transport without a network. Every message (a
 * command, a request for data, data or a status) takes Delay, whatever its length, and messages
 * arrive in the order in which they were sent. The port is always ready and stamps no stage of the
 * timeline. A command that the device ends without a status ends with a delivery failure, because
 * otherwise its client would not be notified.
 */
class ScsiLocalPort : public ScsiInitiatorPort, public ScsiTargetPort
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param device the device behind the port
     */
    void SetDevice(Ptr<ScsiDevice> device);

    /**
     * @return the device behind the port
     */
    Ptr<ScsiDevice> GetDevice() const;

    // From ScsiInitiatorPort
    void SendScsiCommand(Ptr<ScsiTask> task) override;
    void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    bool IsReady() const override;
    bool AbortTask(Ptr<ScsiTask> task) override;

    // From ScsiTargetPort
    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void SendCommandComplete(Ptr<ScsiTask> task) override;
    void TaskAborted(Ptr<ScsiTask> task) override;

  protected:
    void DoDispose() override;

  private:
    /// A task as the device sees it.
    struct Remote : public ScsiTask
    {
        Ptr<ScsiTask> origin;  //!< the task at the initiator, null once that gave it up
        bool isAnswered{true}; //!< true while the device does not have it
    };

    /**
     * A command arrives at the device.
     *
     * @param remote the command
     */
    void DeliverCommand(Ptr<Remote> remote);

    /**
     * Data of a write arrive at the device.
     *
     * @param remote the command
     * @param offset where in the data-out buffer, bytes
     * @param data the bytes
     */
    void DeliverDataOut(Ptr<Remote> remote, uint32_t offset, Ptr<Packet> data);

    /**
     * Data of a read arrive at the initiator.
     *
     * @param remote the command
     * @param offset where in the data-in buffer, bytes
     * @param data the bytes
     */
    void DeliverDataIn(Ptr<Remote> remote, uint32_t offset, Ptr<Packet> data);

    /**
     * A request for data arrives at the initiator.
     *
     * @param remote the command
     * @param offset where in the data-out buffer, bytes
     * @param length how many bytes
     */
    void DeliverRequest(Ptr<Remote> remote, uint32_t offset, uint32_t length);

    /**
     * The end of a command arrives at the initiator.
     *
     * @param remote the command
     */
    void DeliverStatus(Ptr<Remote> remote);

    /**
     * The device learns that the initiator gave a command up.
     *
     * @param remote the command
     */
    void DeliverAbort(Ptr<Remote> remote);

    Ptr<ScsiDevice> m_device; //!< the device behind the port
    Time m_delay;             //!< of every message
    /// Commands under way, by the task at the initiator.
    std::unordered_map<const ScsiTask*, Ptr<Remote>> m_remotes;
};

} // namespace ns3

#endif /* SCSI_LOCAL_PORT_H */
