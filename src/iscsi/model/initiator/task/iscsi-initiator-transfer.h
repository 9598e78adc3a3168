/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_TRANSFER_H
#define ISCSI_INITIATOR_TRANSFER_H

#include "iscsi-initiator-task.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-initiator-pdu-handler.h"
#include "ns3/iscsi-scsi-response-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class IscsiInitiatorConnection;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator-task
 *
 * Moves the data of an initiator's commands in both directions and receives their status. Missing
 * data is requested by SNACK if the ErrorRecoveryLevel permits (RFC 7143, 7.8 and 7.9); otherwise
 * the connection ends.
 */
class IscsiInitiatorTransfer
{
  public:
    /**
     * @param context what the session's parts share; outlives this
     */
    explicit IscsiInitiatorTransfer(IscsiInitiatorContext& context);

    /**
     * @param connection a connection
     * @param pdu a Data-In that came over it
     */
    void HandleDataIn(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

    /**
     * @param connection a connection
     * @param pdu a SCSI Response that came over it
     */
    void HandleScsiResponse(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

    /**
     * @param connection a connection
     * @param pdu an R2T that came over it
     */
    void HandleR2t(IscsiInitiatorConnection* connection, Ptr<Packet> pdu);

    /**
     * Send what bursts of a task are there.
     *
     * @param task the task, whose command was sent
     */
    void SendBursts(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Check whether all data of a command are there, and ask for those missing.
     *
     * @param opcode opcode of a PDU whose status is next
     * @param pdu the PDU
     * @return whether it can be taken now
     */
    IscsiStatusReadiness CheckStatus(IscsiOpcode opcode, Ptr<const Packet> pdu);

    /**
     * Ask for a Data-In once more that was damaged.
     *
     * @param headers its header segments
     */
    void NoteLost(Ptr<const Packet> headers);

    /**
     * Ask once more for the data of a command that are missing.
     *
     * @param task the task
     * @return false if none is known to be missing
     */
    bool AskForData(const Ptr<IscsiInitiatorTask>& task);

  private:
    /**
     * Find the task of a PDU, and fail the connection if there never was one.
     *
     * @param connection the PDU's connection
     * @param header its header
     * @return the task, or null
     */
    Ptr<IscsiInitiatorTask> FindTask(IscsiInitiatorConnection* connection,
                                     const IscsiHeader& header) const;

    /**
     * Count a numbered PDU of a command, and ask for those missing before it.
     *
     * @param task the command's task
     * @param number the PDU's number
     * @return true if the PDU is to be used
     */
    bool ReceiveNumber(const Ptr<IscsiInitiatorTask>& task, uint32_t number);

    /**
     * Check a Data-In against its command's buffer and order.
     *
     * @param task the task
     * @param header the Data-In
     * @return true if all is well
     */
    bool FitsBuffer(const IscsiInitiatorTask& task, const IscsiDataInHeader& header) const;

    /**
     * Give a command's client what data are new to it.
     *
     * @param task the task
     * @param offset offset of the data
     * @param data the data
     */
    static void Deliver(const Ptr<IscsiInitiatorTask>& task, uint32_t offset, Ptr<Packet> data);

    /**
     * Acknowledge data as the target requested, once there is no gap (RFC 7143, 11.16.2).
     */
    void AcknowledgeData(const Ptr<IscsiInitiatorTask>& task);

    /**
     * Note how many PDUs a command has, and ask for those missing.
     *
     * @param task the task
     * @param count how many
     * @return READY if all are there, else WAITS
     */
    IscsiStatusReadiness CheckCount(const Ptr<IscsiInitiatorTask>& task, uint32_t count);

    /**
     * Ask for PDUs of a command.
     *
     * @param task the task
     * @param first the first number
     * @param count how many
     */
    void SendDataSnack(const Ptr<IscsiInitiatorTask>& task, uint32_t first, uint32_t count);

    /**
     * Ask for all data of a command again, cut to the current length (RFC 7143, 11.16.3).
     */
    void SendResegmentSnack(const Ptr<IscsiInitiatorTask>& task);

    /**
     * End a task with the status of its SCSI Response.
     *
     * @param task the task
     * @param header the response
     * @param data its data segment
     */
    void Finish(const Ptr<IscsiInitiatorTask>& task,
                const IscsiScsiResponseHeader& header,
                Ptr<const Packet> data);

    IscsiInitiatorContext& m_context; //!< what the session's parts share
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_TRANSFER_H */
