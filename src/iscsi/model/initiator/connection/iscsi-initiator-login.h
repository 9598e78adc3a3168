/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_LOGIN_H
#define ISCSI_INITIATOR_LOGIN_H

#include "ns3/iscsi-initiator-chap.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-text-assembly.h"
#include "ns3/iscsi-text-pieces.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The initiator's part in the login of one connection (RFC 7143, 6.3): security negotiation,
 * operational negotiation, full feature phase. It creates Login Requests and processes Login
 * Responses but does not send them. It is destroyed after the login.
 */
class IscsiInitiatorLogin
{
  public:
    /// State of the login.
    enum class Progress : uint8_t
    {
        CONTINUES, //!< send the next request
        DONE,      //!< full feature phase
        FAILED     //!< over; GetError returns why, and GetRedirect where to log in instead
    };

    /**
     * @param proposals what the initiator wants; for a further connection of a session its values
     *        as agreed, and for those of the connection the preferences
     * @param isid its part of the session identifier
     * @param cid the connection identifier
     * @param tsih the target's part of the session identifier, 0 for a new session
     */
    IscsiInitiatorLogin(const IscsiSessionParameters& proposals,
                        const std::array<uint8_t, 6>& isid,
                        uint16_t cid,
                        uint16_t tsih = 0);

    /**
     * Make the next request.
     *
     * @param header filled in but for the sequence numbers
     * @return the data segment, or null if there is nothing to say
     */
    Ptr<Packet> NextRequest(IscsiLoginRequestHeader& header);

    /**
     * Process a response.
     *
     * @param header its header
     * @param text its data segment
     * @return the state of the login
     */
    Progress Handle(const IscsiLoginResponseHeader& header, Ptr<const Packet> text);

    /**
     * @return what was agreed, once DONE
     */
    IscsiSessionParameters GetResult() const;

    /**
     * @return the target's part of the session identifier, once DONE
     */
    uint16_t GetTsih() const;

    /**
     * @return the address to log in at instead, host[:port], empty if the target named none
     */
    const std::string& GetRedirect() const;

    /**
     * @return why the login failed, as text, with the status class and detail
     */
    const std::string& GetError() const;

    /**
     * @return true if the target did not prove itself, and would not the next time either
     */
    bool IsTargetUnproven() const;

  private:
    /**
     * The target does not continue the login.
     *
     * @param header its response
     * @param text the data segment
     * @return FAILED
     */
    Progress HandleRefusal(const IscsiLoginResponseHeader& header, Ptr<const Packet> text);

    /**
     * Check what a response's header says.
     *
     * @param header the header
     * @return what is wrong with it, empty if nothing is
     */
    std::string CheckHeader(const IscsiLoginResponseHeader& header) const;

    /**
     * Continue with the authentication.
     *
     * @return what is wrong with it, empty if nothing is
     */
    std::string Authenticate();

    /**
     * @return true if the next stage may be asked for
     */
    bool IsReadyToLeave() const;

    /**
     * Receive a data segment, and negotiate once a text is whole.
     *
     * @param header the response
     * @param segment the data segment
     * @return what is wrong with it, empty if nothing is
     */
    std::string ReceiveText(const IscsiLoginResponseHeader& header, Ptr<const Packet> segment);

    /**
     * @param error why
     * @return FAILED
     */
    Progress Fail(const std::string& error);

    IscsiNegotiator m_negotiator;                            //!< the negotiation of keys
    std::string m_authMethods;                               //!< AuthMethod as proposed
    std::shared_ptr<const IscsiChapSettings> m_chapSettings; //!< names and secrets for CHAP
    std::optional<IscsiInitiatorChap> m_chap;                //!< CHAP, once agreed on
    uint32_t m_connections;                                  //!< MaxConnections as proposed
    std::array<uint8_t, 6> m_isid; //!< initiator's part of the session identifier
    uint16_t m_cid;                //!< connection identifier
    uint16_t m_tsih;               //!< target's part of the session identifier
    uint32_t m_taskTag{0};         //!< tag of the whole login
    IscsiTextAssembly m_assembly;  //!< text that comes in
    IscsiTextPieces m_pieces;      //!< text that goes out
    bool m_listening{false};       //!< the target's text continues in its next response
    bool m_transit{false};         //!< the last request asked for the next stage
    bool m_isAnswered{false};      //!< the target has answered
    IscsiLoginStage m_stage{IscsiLoginStage::SECURITY_NEGOTIATION}; //!< current stage
    std::string m_redirect;                                         //!< where to log in instead
    std::string m_error;                                            //!< why it failed
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_LOGIN_H */
