/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_INITIATOR_PORT_H
#define SCSI_INITIATOR_PORT_H

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/scsi-task.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-initiator
 *
 * The user of a ScsiInitiatorPort: the application client of SAM-5, a ScsiBlockDevice or a gateway.
 * It must outlive its tasks.
 */
class ScsiInitiatorClient
{
  public:
    virtual ~ScsiInitiatorClient() = default;

    /**
     * Data of a read arrived (SAM-5, 5.4.3, Data-In Received).
     *
     * @param task the task
     * @param offset where in the data-in buffer, bytes
     * @param data the bytes
     */
    virtual void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) = 0;

    /**
     * The port wants data of a write, because the target asked for it or because the session lets
     * it go unasked. The client answers by ScsiInitiatorPort::SendDataOut, from inside this call
     * or later.
     *
     * @param task the task
     * @param offset where in the data-out buffer, bytes
     * @param length how many bytes
     */
    virtual void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) = 0;

    /**
     * The task ended; its response, status, sense and residual are filled in. Nothing more comes
     * for it (SAM-5, 5.4.2, Command Complete Received).
     */
    virtual void CommandCompleteReceived(Ptr<ScsiTask> task) = 0;
};

/**
 * @ingroup scsi-initiator
 *
 * The initiator side of a SCSI transport: an iSCSI session or a Fibre Channel initiator. It carries
 * tasks to one target; requests for data and the split into PDUs or frames are internal.
 */
class ScsiInitiatorPort : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Send a command (SAM-5, 5.4.2, Send SCSI Command). The task's client is notified of everything
     * that follows, and never that it is complete from inside this call.
     *
     * @param task the task, with its client set
     */
    virtual void SendScsiCommand(Ptr<ScsiTask> task) = 0;

    /**
     * Answer a DataOutRequested.
     *
     * @param task the task
     * @param offset the offset that was asked for
     * @param data all the bytes that were asked for
     */
    virtual void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) = 0;

    /**
     * @return true while the port is logged in and accepts commands
     */
    virtual bool IsReady() const = 0;

    /**
     * Give a task up whose answer nobody waits for any more (SAM-5, 7.2, ABORT TASK). A port that
     * can do so never calls the task's client again and tells the target, in its own way.
     *
     * @param task a task that was sent and is not complete
     * @return false if the port cannot: then the task continues and its client is notified of its
     * end
     */
    virtual bool AbortTask(Ptr<ScsiTask> task);

    /**
     * Register a callback for when the port is ready: called from inside this call if it is ready
     * now.
     *
     * @param callback what to call
     */
    void CallWhenReady(Callback<void> callback);

  protected:
    void DoDispose() override;

    /**
     * Call all callbacks that wait for the port: from a port that just became ready.
     */
    void NotifyReady();

  private:
    std::vector<Callback<void>> m_waiting; //!< who waits for the port to become ready
};

} // namespace ns3

#endif /* SCSI_INITIATOR_PORT_H */
