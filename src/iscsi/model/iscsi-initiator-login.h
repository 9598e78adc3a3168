/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_LOGIN_H
#define ISCSI_INITIATOR_LOGIN_H

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
 * The initiator's part in the login of one connection (RFC 7143, 6.3): security negotiation,
 * operational negotiation, full feature phase. It makes Login Requests and takes Login Responses;
 * sending them is not its business. Thrown away when the login is over.
 */
class IscsiInitiatorLogin
{
  public:
    /// How the login stands.
    enum class Progress : uint8_t
    {
        GOES_ON, //!< send the next request
        DONE,    //!< full feature phase
        FAILED   //!< over; GetError tells why
    };

    /**
     * @param proposals what the initiator wants
     * @param isid its part of the session identifier
     * @param cid the connection identifier
     */
    IscsiInitiatorLogin(const IscsiSessionParameters& proposals,
                        const std::array<uint8_t, 6>& isid,
                        uint16_t cid);

    /**
     * Make the next request.
     *
     * @param header filled in but for the sequence numbers
     * @return the data segment, or null if there is nothing to say
     */
    Ptr<Packet> NextRequest(IscsiLoginRequestHeader& header);

    /**
     * Take a response.
     *
     * @param header its header
     * @param text its data segment
     * @return how the login stands
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
     * @return why the login failed, in words with the status class and detail
     */
    const std::string& GetError() const;

  private:
    /**
     * @param error why
     * @return FAILED
     */
    Progress Fail(const std::string& error);

    IscsiNegotiator m_negotiator;  //!< what is said of keys
    std::array<uint8_t, 6> m_isid; //!< initiator's part of the session identifier
    uint16_t m_cid;                //!< connection identifier
    uint16_t m_tsih{0};            //!< target's part of the session identifier
    uint32_t m_taskTag;            //!< tag of the whole login
    IscsiLoginStage m_stage;       //!< current stage
    std::string m_error;           //!< why it failed
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_LOGIN_H */
