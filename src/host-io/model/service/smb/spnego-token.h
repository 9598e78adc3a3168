/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SPNEGO_TOKEN_H
#define SPNEGO_TOKEN_H

#include <string>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * Messages of SPNEGO (RFC 4178, MS-SPNG) that negotiate NTLMSSP alone.
 */
class SpnegoToken
{
  public:
    /**
     * @return what a server offers: NegTokenInit without a message
     */
    static std::string MakeOffer();

    /**
     * @param offer what a server offers, empty if it says nothing
     * @return whether NTLMSSP is among it
     */
    static bool OffersNtlm(const std::string& offer);

    /**
     * @param token a client's first message
     * @return it in a NegTokenInit
     */
    static std::string MakeInit(const std::string& token);

    /**
     * @param token a client's further message
     * @return it in a NegTokenResp
     */
    static std::string MakeResponse(const std::string& token);

    /**
     * @param isDone whether the login has ended
     * @param token a server's message, empty for none
     * @return a NegTokenResp of a server
     */
    static std::string MakeReply(bool isDone, const std::string& token);

    /**
     * @param blob a message
     * @return whether it is a NegTokenInit
     */
    static bool IsInit(const std::string& blob);
};

} // namespace ns3

#endif /* SPNEGO_TOKEN_H */
