/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_LOGIN_H
#define ISCSI_TARGET_LOGIN_H

#include "iscsi-login-header.h"
#include "iscsi-negotiator.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * The target's part in the login of one connection (RFC 7143, 6.3). It takes Login Requests and
 * makes Login Responses; sending them is not its business. Thrown away when the login is over.
 */
class IscsiTargetLogin
{
  public:
    /// How the login stands after a response.
    enum class Progress : uint8_t
    {
        GOES_ON, //!< the initiator has more to say
        DONE,    //!< the response sent brings the full feature phase
        REFUSED  //!< the response refuses the login; close the connection behind it
    };

    /**
     * @param proposals what the target wants; its targetName is the one target there is
     * @param tsih the target's part of the identifier a new session gets
     */
    IscsiTargetLogin(const IscsiSessionParameters& proposals, uint16_t tsih);

    /**
     * Take a request and answer it.
     *
     * @param request its header
     * @param text its data segment
     * @param response filled in but for the sequence numbers
     * @param answer filled in: the response's data segment, null if it has none
     * @return how the login stands
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
     * @return name of the initiator port: initiator name and ISID (RFC 7143, 4.4), once DONE
     */
    std::string GetInitiatorPortName() const;

    /**
     * @return why the login was refused, in words
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
     * Take in and answer a request's keys.
     *
     * @param text the data segment
     * @param answer filled in: what to answer
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus Negotiate(Ptr<const Packet> text, IscsiTextKeys& answer);

    /**
     * @param status the status to refuse with
     * @param error why
     * @return the status
     */
    IscsiLoginStatus Refuse(IscsiLoginStatus status, const std::string& error);

    IscsiNegotiator m_negotiator;    //!< what is said of keys
    std::string m_targetName;        //!< the target's name
    std::array<uint8_t, 6> m_isid{}; //!< initiator's part of the session identifier
    uint16_t m_tsih;                 //!< target's part of it
    IscsiLoginStage m_stage{IscsiLoginStage::SECURITY_NEGOTIATION}; //!< current stage
    bool m_started{false};                                          //!< a request was taken
    std::string m_error;                                            //!< why it was refused
};

} // namespace ns3

#endif /* ISCSI_TARGET_LOGIN_H */
