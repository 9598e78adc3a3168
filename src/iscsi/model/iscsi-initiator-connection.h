/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_H
#define ISCSI_INITIATOR_CONNECTION_H

#include "iscsi-connection.h"
#include "iscsi-initiator-login.h"
#include "iscsi-login-header.h"
#include "iscsi-session-parameters.h"

#include "ns3/address.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

class IscsiInitiatorSession;

/**
 * @ingroup iscsi
 *
 * The initiator's end of one connection: it connects, logs in, and acknowledges the target's status
 * numbers (RFC 7143, 4.2.2.2).
 */
class IscsiInitiatorConnection : public IscsiConnection
{
  public:
    /**
     * @param stream the stream of PDUs, not connected
     * @param cost the host's processor
     * @param observer who is told; outlives the connection
     * @param session the session, told of what arrives; outlives the connection
     * @param cid the connection identifier
     */
    IscsiInitiatorConnection(Ptr<IscsiPduStream> stream,
                             Ptr<IscsiHostCost> cost,
                             IscsiObserver* observer,
                             IscsiInitiatorSession* session,
                             uint16_t cid);

    /**
     * Connect and log in. The session is told how it ended.
     *
     * @param remote the target portal
     * @param proposals what the initiator wants
     * @param isid its part of the session identifier
     */
    void Login(const Address& remote,
               const IscsiSessionParameters& proposals,
               const std::array<uint8_t, 6>& isid);

    /**
     * Send a PDU with the status number next expected.
     *
     * @param header its header
     * @param data its data segment, which the PDU is built on, or null
     * @param tag a byte tag to put on the PDU, or null
     * @return how long from now until it is handed to TCP
     */
    Time Send(IscsiInitiatorHeader& header, Ptr<Packet> data, const Tag* tag = nullptr);

    /**
     * Acknowledge a PDU that takes a status number.
     *
     * @param statSn its number
     * @return false if it is not the next one; the connection failed then
     */
    bool Acknowledge(uint32_t statSn);

    /**
     * The session is logging out: nothing but the answer is expected.
     */
    void BeginLogout();

  private:
    void HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu) override;
    void HandleEnd(const std::string& reason) override;

    /**
     * TCP stands: begin the login.
     */
    void Connected();

    /**
     * Send the next Login Request.
     */
    void SendLoginRequest();

    /**
     * @param pdu a Login Response
     */
    void HandleLoginResponse(Ptr<Packet> pdu);

    IscsiInitiatorSession* m_session;             //!< the session
    std::unique_ptr<IscsiInitiatorLogin> m_login; //!< the login while it goes on
    uint32_t m_expStatSn{0};                      //!< next status number expected
    bool m_statusSeen{false};                     //!< the target has told its first status number
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_H */
