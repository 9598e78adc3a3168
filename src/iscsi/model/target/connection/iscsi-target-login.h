/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_LOGIN_H
#define ISCSI_TARGET_LOGIN_H

#include "iscsi-target-portal.h"

#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-target-chap.h"
#include "ns3/iscsi-text-assembly.h"
#include "ns3/iscsi-text-pieces.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The target's part in the login of one connection (RFC 7143, 6.3). It processes Login Requests and
 * creates Login Responses but does not send them. It is destroyed after the login.
 */
class IscsiTargetLogin
{
  public:
    /// State of the login after a response.
    enum class Progress : uint8_t
    {
        CONTINUES, //!< the initiator has more to say
        DONE,      //!< the response sent brings the full feature phase
        REFUSED    //!< the response refuses the login; close the connection behind it
    };

    /**
     * @param portal what admits logins; outlives this
     * @param address where the portal took the connection
     */
    explicit IscsiTargetLogin(IscsiTargetPortal* portal, const std::string& address = "");

    /**
     * Process a request and answer it.
     *
     * @param request its header
     * @param text its data segment
     * @param response filled in but for the sequence numbers
     * @param answer filled in: the response's data segment, null if it has none
     * @return the state of the login
     */
    Progress Handle(const IscsiLoginRequestHeader& request,
                    Ptr<const Packet> text,
                    IscsiLoginResponseHeader& response,
                    Ptr<Packet>& answer);

    /**
     * @return what was agreed, once DONE
     */
    IscsiSessionParameters GetResult() const;

    /**
     * @return who logs in, once DONE; its TSIH is the session's
     */
    const IscsiLoginIdentity& GetIdentity() const;

    /**
     * @return true if the authentication that the target wants is done
     */
    bool IsAuthenticated() const;

    /**
     * @return why the login was refused, as text
     */
    const std::string& GetError() const;

  private:
    /**
     * Check what a request's header says.
     *
     * @param request the header
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus CheckHeader(const IscsiLoginRequestHeader& request);

    /**
     * Keep what all requests of a login have in common, or check it (RFC 7143, 11.12).
     *
     * @param request the header
     * @return true if it is the same
     */
    bool CheckConstants(const IscsiLoginRequestHeader& request);

    /**
     * Receive a request's data segment, and negotiate once a text is whole.
     *
     * @param request the header
     * @param segment the data segment
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus ReceiveText(const IscsiLoginRequestHeader& request, Ptr<const Packet> segment);

    /**
     * Process a text and prepare the answer.
     *
     * @param keys the text
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus Negotiate(const IscsiTextKeys& keys);

    /**
     * Continue with the authentication, or insist on one.
     *
     * @param answer where to put the keys to send
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus Authenticate(IscsiTextKeys& answer);

    /**
     * Read from the first text who logs in, and ask the portal.
     *
     * @param keys the text
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus Identify(const IscsiTextKeys& keys);

    /**
     * @return true if the target has nothing more to say or to hear in this stage
     */
    bool IsStageDone() const;

    /**
     * Go to the stage that a request asks for.
     *
     * @param request the header
     * @param response filled in
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus Advance(const IscsiLoginRequestHeader& request,
                             IscsiLoginResponseHeader& response);

    /**
     * @param status the status to refuse with
     * @param error why
     * @return the status
     */
    IscsiLoginStatus Refuse(IscsiLoginStatus status, const std::string& error);

    IscsiTargetPortal* m_portal;                 //!< what admits logins
    IscsiLoginTerms m_terms;                     //!< on what terms
    IscsiLoginIdentity m_identity;               //!< who logs in
    std::optional<IscsiNegotiator> m_negotiator; //!< negotiation of keys, from the first text
    std::optional<IscsiTargetChap> m_chap;       //!< CHAP, once agreed on
    IscsiTextKeys m_refusalKeys;                 //!< what goes with a refusal
    IscsiTextAssembly m_assembly;                //!< text that comes in
    IscsiTextPieces m_pieces;                    //!< text that goes out
    uint32_t m_taskTag{0};                       //!< tag of the whole login
    uint32_t m_cmdSn{0};                         //!< CmdSN of the whole login
    IscsiLoginStage m_stage{IscsiLoginStage::SECURITY_NEGOTIATION}; //!< current stage
    bool m_started{false};                                          //!< a request was taken
    std::string m_error;                                            //!< why it was refused
};

} // namespace ns3

#endif /* ISCSI_TARGET_LOGIN_H */
