/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_LOGOUT_H
#define ISCSI_INITIATOR_LOGOUT_H

#include "ns3/event-id.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>

namespace ns3
{

class IscsiInitiatorPendingRequests;
class IscsiInitiatorCommandNumbering;
class IscsiInitiatorConnection;
class IscsiInitiatorTaskTable;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * Sends the Logout Requests of an initiator's session (RFC 7143, 11.14) and handles their timeouts.
 */
class IscsiInitiatorLogout
{
  public:
    /// Told how a logout ended: the response, or null if there was none in time.
    using Done = std::function<void(const IscsiLogoutResponseHeader* response)>;

    /**
     * @param context the session's settings and parameters; outlives this
     * @param tasks issues tags; outlives this
     * @param numbering the session's command numbers; outlive this
     * @param pendingRequests gets what waits for an answer; outlives this
     */
    IscsiInitiatorLogout(const IscsiInitiatorContext& context,
                         IscsiInitiatorTaskTable& tasks,
                         IscsiInitiatorCommandNumbering& numbering,
                         IscsiInitiatorPendingRequests& pendingRequests);
    ~IscsiInitiatorLogout();

    /**
     * Ask for a logout.
     *
     * @param reason what is to end
     * @param cid the connection that is to end, if the reason is about one
     * @param carrier the connection that carries the request
     * @param done told how it ended
     */
    void Send(IscsiLogoutReason reason,
              uint16_t cid,
              const Ptr<IscsiInitiatorConnection>& carrier,
              Done done);

  private:
    /**
     * @param tag tag of a request
     * @param pdu the answer or null
     * @param done told how it ended
     */
    void TakeAnswer(uint32_t tag, Ptr<Packet> pdu, const Done& done);

    const IscsiInitiatorContext& m_context;           //!< the session's settings and parameters
    IscsiInitiatorTaskTable& m_tasks;                 //!< issues tags
    IscsiInitiatorCommandNumbering& m_numbering;      //!< the session's command numbers
    IscsiInitiatorPendingRequests& m_pendingRequests; //!< gets what waits for an answer
    std::map<uint32_t, EventId> m_clocks;             //!< ends of the requests' time, by tag
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_LOGOUT_H */
