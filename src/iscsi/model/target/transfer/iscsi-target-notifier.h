/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_NOTIFIER_H
#define ISCSI_TARGET_NOTIFIER_H

#include "iscsi-target-responder.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-target-connection-set.h"
#include "ns3/iscsi-target-session-settings.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The Asynchronous Messages of a target's session (RFC 7143, 11.9).
 */
class IscsiTargetNotifier
{
  public:
    /**
     * @param settings what the session was made with; outlives this part
     * @param responder what refuses PDUs and shows the window; outlives this part
     * @param connections the session's connections; outlive this part
     */
    IscsiTargetNotifier(const IscsiTargetSessionSettings& settings,
                        const IscsiTargetResponder& responder,
                        const IscsiTargetConnectionSet& connections);

    /**
     * Ask the initiator to log a connection out.
     *
     * @param connection the connection, in full feature phase
     * @param limit by when it has to be done, s
     */
    void AskForLogout(IscsiTargetConnection& connection, uint16_t limit) const;

    /**
     * Tell that a connection is dropped, over it or, if it is gone, over another one.
     *
     * @param connection the connection
     */
    void TellConnectionDrop(IscsiTargetConnection& connection) const;

    /**
     * Tell that all connections of the session are dropped.
     *
     * @param connection where to say it
     */
    void TellSessionDrop(IscsiTargetConnection& connection) const;

    /**
     * Ask for a Text Request.
     *
     * @param connection where it is wanted
     * @param limit by when it has to come, s
     */
    void AskForNegotiation(IscsiTargetConnection& connection, uint16_t limit) const;

    /**
     * Tell that the tasks of a logical unit are ended (RFC 7143, 4.2.3.4).
     *
     * @param connection a connection with such tasks
     * @param lun the unit
     */
    void TellTaskTermination(IscsiTargetConnection& connection, uint64_t lun) const;

    /**
     * Report an event of a logical unit.
     *
     * @param connection where to say it
     * @param lun the unit
     * @param sense sense data that tells what happened
     */
    void ReportScsiEvent(IscsiTargetConnection& connection,
                         uint64_t lun,
                         const std::vector<uint8_t>& sense) const;

  private:
    /**
     * @param connection where to say it
     * @param header the message
     * @param data its data segment or null
     */
    void Send(IscsiTargetConnection& connection,
              IscsiAsyncMessageHeader& header,
              Ptr<Packet> data = nullptr) const;

    const IscsiTargetSessionSettings& m_settings;  //!< what the session was made with
    const IscsiTargetResponder& m_responder;       //!< refuses PDUs and shows the window
    const IscsiTargetConnectionSet& m_connections; //!< the connections
};

} // namespace ns3

#endif /* ISCSI_TARGET_NOTIFIER_H */
