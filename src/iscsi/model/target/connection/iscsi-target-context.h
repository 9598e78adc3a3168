/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONTEXT_H
#define ISCSI_TARGET_CONTEXT_H

#include "iscsi-target-connection-set.h"
#include "iscsi-target-session-settings.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-header.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-session-state.h"
#include "ns3/iscsi-target-command-sequencer.h"
#include "ns3/iscsi-target-task-table.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * What the parts of a target's session work on together: the settings, the order of commands, the
 * tasks and the connections. It sends the PDUs that belong to no task: Rejects, the NOP-In that
 * reports the command window, and Asynchronous Messages (RFC 7143, 11.9, 11.17 and 11.19).
 */
class IscsiTargetContext
{
  public:
    /**
     * @param sessionSettings what the session is made with
     * @param cmdSn number of the first command
     * @param sessionPort the session as the device knows it
     */
    IscsiTargetContext(const IscsiTargetSessionSettings& sessionSettings,
                       uint32_t cmdSn,
                       ScsiTargetPort* sessionPort);

    /**
     * Write the command window into a header.
     */
    void SetCommandWindow(IscsiResponseHeader& header) const;

    /**
     * Report the command window to the initiator if no response does (RFC 7143, 11.4.11).
     */
    void SendCommandWindow() const;

    /**
     * Reject a PDU.
     *
     * @param connection where it came in
     * @param reason why
     * @param rejected its header
     * @param dataSn the next DataSN or R2TSN, if it asked for data again
     */
    void Reject(IscsiTargetConnection& connection,
                IscsiRejectReason reason,
                const IscsiHeader& rejected,
                uint32_t dataSn = 0) const;

    /**
     * Ask the initiator to log a connection out.
     *
     * @param connection the connection, in full feature phase
     * @param limit by when it has to be done, s
     */
    void AskForLogout(IscsiTargetConnection& connection, uint16_t limit) const;

    /**
     * Report that a connection is dropped, over it or, if it is gone, over another one.
     */
    void ReportConnectionDrop(IscsiTargetConnection& connection) const;

    /**
     * Report that all connections of the session are dropped.
     *
     * @param connection where to report it
     */
    void ReportSessionDrop(IscsiTargetConnection& connection) const;

    /**
     * Ask for a Text Request.
     *
     * @param connection where it is wanted
     * @param limit by when it has to come, s
     */
    void AskForNegotiation(IscsiTargetConnection& connection, uint16_t limit) const;

    /**
     * Report that the tasks of a logical unit are ended (RFC 7143, 4.2.3.4).
     *
     * @param connection a connection with such tasks
     * @param lun the unit
     */
    void ReportTaskTermination(IscsiTargetConnection& connection, uint64_t lun) const;

    /**
     * Report an event of a logical unit.
     *
     * @param connection where to report it
     * @param lun the unit
     * @param sense sense data that says what happened
     */
    void ReportScsiEvent(IscsiTargetConnection& connection,
                         uint64_t lun,
                         const std::vector<uint8_t>& sense) const;

    const IscsiTargetSessionSettings settings;          //!< what the session was made with
    ScsiTargetPort* const port;                         //!< the session as the device knows it
    IscsiSessionState state{IscsiSessionState::ACTIVE}; //!< the session's state, which sets it
    IscsiTargetCommandSequencer commands;               //!< the order and the window of commands
    IscsiTargetTaskTable tasks;                         //!< the tasks
    IscsiTargetConnectionSet connections;               //!< the connections

  private:
    /**
     * Send an Asynchronous Message.
     *
     * @param connection where to send it
     * @param header its header but for the sequence numbers
     * @param data its data segment or null
     */
    void SendAsyncMessage(IscsiTargetConnection& connection,
                          IscsiAsyncMessageHeader& header,
                          Ptr<Packet> data = nullptr) const;
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONTEXT_H */
