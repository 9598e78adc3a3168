/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_NEGOTIATION_H
#define ISCSI_INITIATOR_NEGOTIATION_H

#include "ns3/event-id.h"
#include "ns3/iscsi-initiator-text-exchange.h"
#include "ns3/iscsi-text.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>

namespace ns3
{

class IscsiInitiatorConnection;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi-initiator
 *
 * The text negotiations of an initiator's session in full feature phase (RFC 7143, 6.4). A
 * MaxRecvDataSegmentLength declared by either side takes effect when its negotiation is complete.
 */
class IscsiInitiatorNegotiation
{
  public:
    /// Called with what the target said, or null if the negotiation failed (RFC 7143, 7.12 b).
    using Done = std::function<void(const IscsiTextKeys* pendingRequests)>;

    /**
     * @param context what the session's parts share; outlives this
     */
    explicit IscsiInitiatorNegotiation(IscsiInitiatorContext& context);
    ~IscsiInitiatorNegotiation();

    /**
     * Begin a negotiation, once those begun earlier on its connection are over.
     *
     * @param connection the connection it goes over
     * @param keys what to say, perhaps nothing
     * @param done called with the outcome, or null
     */
    void Start(const Ptr<IscsiInitiatorConnection>& connection,
               const IscsiTextKeys& keys,
               Done done);

  private:
    /// A negotiation.
    struct Talk
    {
        Ptr<IscsiInitiatorConnection> connection; //!< its connection
        IscsiTextKeys keys;                       //!< what is said
        IscsiInitiatorTextExchange exchange;      //!< its state
        Done done;                                //!< called with the outcome
        bool isReset{false};                      //!< failed, and the target is to forget it
        EventId clock{};                          //!< end of the time for an answer
    };

    /**
     * Send the next request of a negotiation.
     *
     * @param tag its initiator task tag
     */
    void SendNext(uint32_t tag);

    /**
     * @param tag tag of a negotiation
     * @param pdu a Text Response, or null if none comes
     */
    void ReceiveAnswer(uint32_t tag, Ptr<Packet> pdu);

    /**
     * Process a Text Response.
     *
     * @param talk its negotiation
     * @param pdu the response
     * @return true if there is another request to send
     */
    bool HasNextRequest(Talk& talk, Ptr<Packet> pdu);

    /**
     * No answer comes: end all negotiations of a connection.
     *
     * @param cid the connection
     */
    void Abandon(uint16_t cid);

    /**
     * Forget a negotiation and report its outcome.
     *
     * @param tag its tag
     * @param isDone whether it succeeded
     */
    void Conclude(uint32_t tag, bool isDone);

    /**
     * Apply what was agreed on.
     *
     * @param talk a negotiation that is done
     */
    static void Apply(const Talk& talk);

    IscsiInitiatorContext& m_context; //!< what the session's parts share
    std::map<uint32_t, Talk> m_talks; //!< by initiator task tag
    /// Tags of the negotiations of each connection by CID, the one under way first.
    std::map<uint16_t, std::deque<uint32_t>> m_queues;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_NEGOTIATION_H */
