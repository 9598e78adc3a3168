/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_DISCOVERY_CONNECTION_H
#define ISCSI_INITIATOR_DISCOVERY_CONNECTION_H

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-connection.h"
#include "ns3/iscsi-initiator-login.h"
#include "ns3/iscsi-initiator-text-exchange.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-discovery
 *
 * The initiator's end of a discovery session: one connection that logs in, sends SendTargets, logs
 * out and closes (RFC 7143, 4.3 and appendix C).
 */
class IscsiInitiatorDiscoveryConnection : public IscsiConnection
{
  public:
    /// Called with the outcome of a discovery: the target's answers, or why there are none.
    using Done = std::function<void(const IscsiTextKeys& answers, const std::string& error)>;

    /**
     * @param stream the stream of PDUs, not connected
     * @param cost the host's processor
     * @param observer notified of events; outlives the connection
     * @param done called once with the outcome
     */
    IscsiInitiatorDiscoveryConnection(Ptr<IscsiPduStream> stream,
                                      Ptr<IscsiHostCost> cost,
                                      IscsiObserver* observer,
                                      Done done);
    ~IscsiInitiatorDiscoveryConnection() override;

    /**
     * Begin.
     *
     * @param remote a portal
     * @param proposals what the initiator wants, with a SessionType of Discovery
     * @param isid its part of the session identifier
     * @param request value of SendTargets
     * @param timeout longest time until all is over
     */
    void Discover(const Address& remote,
                  const IscsiSessionParameters& proposals,
                  const std::array<uint8_t, 6>& isid,
                  const std::string& request,
                  Time timeout);

  private:
    void HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu) override;
    void HandleEnd(const std::string& reason) override;

    /**
     * TCP is established: begin the login.
     */
    void Connected();

    /**
     * Send the next Login Request.
     */
    void SendLoginRequest();

    /**
     * Send the next Text Request.
     */
    void SendTextRequest();

    /**
     * Send the Logout Request.
     */
    void SendLogoutRequest();

    /**
     * @param pdu a Login Response
     */
    void HandleLoginResponse(Ptr<Packet> pdu);

    /**
     * @param pdu a Text Response
     */
    void HandleTextResponse(Ptr<Packet> pdu);

    /**
     * Count a response's status number.
     *
     * @param header the response
     * @return false if it is not the next one; the connection failed then
     */
    bool Acknowledge(const IscsiResponseHeader& header);

    /**
     * It took too long.
     */
    void TimedOut();

    /**
     * Report the outcome, if that was not done.
     *
     * @param error why there are no answers, empty if there are
     */
    void Finish(const std::string& error);

    Done m_done;                                      //!< called with the outcome
    std::string m_request;                            //!< value of SendTargets
    std::optional<IscsiInitiatorLogin> m_login;       //!< the login while it is in progress
    std::optional<IscsiInitiatorTextExchange> m_text; //!< the question, once logged in
    IscsiTextKeys m_answers;                          //!< what the target said
    std::optional<uint32_t> m_expStatSn;              //!< next status number expected
    EventId m_clock;                                  //!< end of the time for it
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_DISCOVERY_CONNECTION_H */
