/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_TEXT_EXCHANGE_H
#define ISCSI_TARGET_TEXT_EXCHANGE_H

#include "iscsi-target-portal.h"

#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-reject-header.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/iscsi-target-transfer-tags.h"
#include "ns3/iscsi-text-assembly.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text-pieces.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The target's part in the text negotiations of one connection in full feature phase, one after the
 * other (RFC 7143, 6.4, 11.10 and 11.11), and in SendTargets (RFC 7143, appendix C). It processes
 * Text Requests and creates Text Responses but does not send them.
 */
class IscsiTargetTextExchange
{
  public:
    /**
     * @param agreed the negotiated values on the connection
     * @param portal what knows the targets; outlives this
     */
    IscsiTargetTextExchange(const IscsiSessionParameters& agreed, const IscsiTargetPortal* portal);

    /**
     * Process a request and answer it.
     *
     * @param request its header
     * @param text its data segment
     * @param longest longest data segment the initiator accepts, bytes
     * @param response filled in but for the sequence numbers
     * @param answer filled in: the response's data segment, null if it has none
     * @return nothing, or the reason to reject the request with; the negotiation is reset then
     */
    std::optional<IscsiRejectReason> Handle(const IscsiTextRequestHeader& request,
                                            Ptr<const Packet> text,
                                            uint32_t longest,
                                            IscsiTextResponseHeader& response,
                                            Ptr<Packet>& answer);

    /**
     * @return the initiator's new MaxRecvDataSegmentLength, bytes, if the last Handle brought a
     *         negotiation to its end that changed it
     */
    std::optional<uint32_t> GetNewMaxSend() const;

    /**
     * @param taskTag a task tag
     * @return true if a negotiation with that tag is under way
     */
    bool IsOpen(uint32_t taskTag) const;

  private:
    /**
     * Forget the negotiation under way.
     */
    void Reset();

    /**
     * Receive a request's data segment, and negotiate once a text is whole.
     *
     * @param request the header
     * @param segment the data segment
     * @return nothing, or the reason to reject it with
     */
    std::optional<IscsiRejectReason> ReceiveText(const IscsiTextRequestHeader& request,
                                                 Ptr<const Packet> segment);

    /**
     * Process a text and prepare the answer.
     *
     * @param keys the text
     * @return nothing, or the reason to reject it with
     */
    std::optional<IscsiRejectReason> Negotiate(const IscsiTextKeys& keys);

    IscsiSessionParameters m_agreed;             //!< the negotiated values
    const IscsiTargetPortal* m_portal;           //!< what knows the targets
    std::optional<IscsiNegotiator> m_negotiator; //!< negotiation of keys in progress
    IscsiTextAssembly m_assembly;                //!< text that comes in
    IscsiTextPieces m_pieces;                    //!< text that goes out
    uint32_t m_taskTag{0};                       //!< tag of the negotiation
    IscsiTargetTransferTags m_transferTags;      //!< the transfer tag last given
    std::optional<uint32_t> m_declared;          //!< MaxRecvDataSegmentLength declared
    std::optional<uint32_t> m_newMaxSend;        //!< the same once the negotiation ended
};

} // namespace ns3

#endif /* ISCSI_TARGET_TEXT_EXCHANGE_H */
