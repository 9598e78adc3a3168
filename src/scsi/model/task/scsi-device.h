/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_DEVICE_H
#define SCSI_DEVICE_H

#include "scsi-task-management.h"
#include "scsi-task.h"

#include "ns3/object.h"
#include "ns3/packet.h"

#include <string>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * The target side of a SCSI transport as seen by a device server (SAM-5, 5.4): it passes tasks to a
 * ScsiDevice and returns the responses. Requests for data and their segmentation are internal.
 */
class ScsiTargetPort
{
  public:
    virtual ~ScsiTargetPort() = default;

    /**
     * Send data of a read (SAM-5, 5.4.3, Send Data-In). Offsets go up without gaps. A port may hold
     * back the end of what it was given until more data or the completion comes, so that the status
     * can travel with it.
     *
     * @param task the task
     * @param offset where in the data-in buffer, bytes
     * @param data the bytes
     */
    virtual void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) = 0;

    /**
     * Request the next bytes of a write (SAM-5, 5.4.3, Receive Data-Out). They come,
     * in one piece or several of ascending offsets, by ScsiDevice::DataOutReceived; those that came
     * unasked with the command are among them.
     *
     * @param task the task
     * @param offset where in the data-out buffer, bytes
     * @param length how many bytes
     */
    virtual void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) = 0;

    /**
     * Send the task's status, sense and residual, and be done with it (SAM-5, 5.4.2, Send Command
     * Complete).
     */
    virtual void SendCommandComplete(Ptr<ScsiTask> task) = 0;

    /**
     * The device ended a task without a status, because a task management function or a command
     * of some nexus asked for it (SAM-5, 5.6). The port forgets the task and sends nothing more for
     * it; one that does not override this may keep it until its nexus ends.
     *
     * @param task the task, for which nothing more comes from the device
     */
    virtual void TaskAborted(Ptr<ScsiTask> task);
};

/**
 * @ingroup scsi-task
 *
 * The device behind a target port: a logical unit, a task router over several, or a gateway. It
 * responds through the port that delivered the task (ScsiTask::port).
 */
class ScsiDevice : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * A command arrived (SAM-5, 5.4.2, SCSI Command Received). It may be answered from inside this
     * call.
     *
     * @param task the task, with its port set
     */
    virtual void CommandReceived(Ptr<ScsiTask> task) = 0;

    /**
     * Data of a write arrived that this device asked for by ScsiTargetPort::ReceiveDataOut.
     *
     * @param task the task
     * @param offset where in the data-out buffer, bytes
     * @param data the bytes
     */
    virtual void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) = 0;

    /**
     * The port lost the task's nexus: it forgets the task and takes no answer for it any more.
     */
    virtual void TaskLost(Ptr<ScsiTask> task) = 0;

    /**
     * Carry out a task management function; it is done when this returns. Tasks that it ends are
     * given back from inside this call: by ScsiTargetPort::TaskAborted, or with the status TASK
     * ABORTED where another nexus asked for their end and the control mode page wants that to be
     * told (SPC-4, 7.5.8, TAS).
     *
     * @param request what is asked for
     * @return how it ended: FUNCTION_NOT_SUPPORTED for a device that does not know any
     */
    virtual ScsiTaskManagementResponse ManageTasks(const ScsiTaskManagementRequest& request);

    /**
     * An I_T nexus is gone (SAM-5, 6.3.4): what the device keeps for it goes, too. A device that
     * keeps nothing does nothing. The tasks are given up one by one with TaskLost.
     *
     * @param initiatorPort name of the initiator port, as in ScsiTask::initiatorPort
     */
    virtual void NexusLost(const std::string& initiatorPort);
};

} // namespace ns3

#endif /* SCSI_DEVICE_H */
