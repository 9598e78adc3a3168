/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOND_LACP_H
#define BOND_LACP_H

#include "bond-mode.h"

#include "ns3/callback.h"
#include "ns3/lacp-system.h"

namespace ns3
{

/**
 * @ingroup ethernet-bond
 *
 * Both ends agree by LACP which links share the frames (IEEE 802.1AX). Marker PDUs are answered.
 */
class BondLacp : public BondMode
{
  public:
    /// Sends the payload of a frame of the Slow Protocols over a link.
    using Send = Callback<void, uint32_t, Ptr<Packet>>;

    /**
     * @param actor what is said of this bond and all its links
     * @param send sends LACPDUs and answers to markers
     * @param changed called when frames may go over other links, or be accepted from others
     */
    BondLacp(const LacpPortInfo& actor, Send send, Callback<void> changed);

    /**
     * @return the ports and what they agreed
     */
    const LacpSystem& GetSystem() const;

    void AddLink() override;
    void SetLink(uint32_t link, bool isUp) override;
    bool IsCollecting(uint32_t link) const override;
    bool IsDistributing(uint32_t link) const override;
    void ReceiveSlowProtocol(uint32_t link, Ptr<const Packet> payload) override;

  private:
    /**
     * @param link number of a link
     * @param pdu what to send there
     */
    void SendPdu(uint32_t link, const LacpHeader& pdu);

    /**
     * Send a Marker PDU back.
     *
     * @param link number of a link
     * @param payload of a frame that is no LACPDU
     */
    void AnswerMarker(uint32_t link, Ptr<const Packet> payload);

    Send m_send;         //!< sends payloads of the Slow Protocols
    LacpSystem m_system; //!< the ports
};

} // namespace ns3

#endif /* BOND_LACP_H */
