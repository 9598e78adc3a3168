/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_RESPONDER_H
#define ISCSI_TARGET_RESPONDER_H

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-observer.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-target-command-window.h"
#include "ns3/iscsi-target-connection-set.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Sends a target session's PDUs that do not belong to tasks: it puts the command window into every
 * response, reports it if no response does, and rejects PDUs.
 */
class IscsiTargetResponder
{
  public:
    /**
     * @param observer who is told; outlives this part
     * @param window the command window; outlives this part
     * @param connections the session's connections; outlive this part
     */
    IscsiTargetResponder(IscsiObserver& observer,
                         const IscsiTargetCommandWindow& window,
                         const IscsiTargetConnectionSet& connections);

    /**
     * Write the command window into a header.
     *
     * @param header the header
     */
    void ShowWindow(IscsiResponseHeader& header) const;

    /**
     * Tell the initiator of the command window (RFC 7143, 11.4.11).
     */
    void TellWindow() const;

    /**
     * Refuse a PDU.
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

  private:
    IscsiObserver& m_observer;                     //!< who is told what happens
    const IscsiTargetCommandWindow& m_window;      //!< the command window
    const IscsiTargetConnectionSet& m_connections; //!< the connections
};

} // namespace ns3

#endif /* ISCSI_TARGET_RESPONDER_H */
