/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_TEXT_EXCHANGE_H
#define ISCSI_INITIATOR_TEXT_EXCHANGE_H

#include "ns3/iscsi-text-assembly.h"
#include "ns3/iscsi-text-header.h"
#include "ns3/iscsi-text-pieces.h"
#include "ns3/iscsi-text.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The initiator's part in one text negotiation of the full feature phase (RFC 7143, 6.4, 11.10 and
 * 11.11): it sends all its keys and collects the answers. It creates Text Requests and processes
 * Text Responses but does not send them. It is destroyed after the negotiation.
 */
class IscsiInitiatorTextExchange
{
  public:
    /// most text taken from a target, bytes: the list of targets can be long
    static constexpr uint32_t LIMIT = 1 << 20;

    /// State of the exchange.
    enum class Progress : uint8_t
    {
        CONTINUES, //!< send the next request
        DONE,      //!< the target has sent everything
        FAILED     //!< over; GetError returns why
    };

    /**
     * @param keys what to say
     * @param taskTag tag of the negotiation
     */
    IscsiInitiatorTextExchange(const IscsiTextKeys& keys, uint32_t taskTag);

    /**
     * Make the next request.
     *
     * @param header filled in but for the sequence numbers
     * @param longest longest data segment the target accepts, bytes
     * @return the data segment, or null if there is nothing to say
     */
    Ptr<Packet> NextRequest(IscsiTextRequestHeader& header, uint32_t longest);

    /**
     * Process a response.
     *
     * @param header its header
     * @param text its data segment
     * @return the state of the exchange
     */
    Progress Handle(const IscsiTextResponseHeader& header, Ptr<const Packet> text);

    /**
     * @return all pairs received from the target so far
     */
    const IscsiTextKeys& GetAnswers() const;

    /**
     * @return why it failed, as text
     */
    const std::string& GetError() const;

  private:
    /**
     * Check what a response's header says.
     *
     * @param header the header
     * @return what is wrong with it, empty if nothing is
     */
    std::string CheckHeader(const IscsiTextResponseHeader& header) const;

    /**
     * Receive a data segment.
     *
     * @param header the response
     * @param segment the data segment
     * @return what is wrong with it, empty if nothing is
     */
    std::string ReceiveText(const IscsiTextResponseHeader& header, Ptr<const Packet> segment);

    uint32_t m_taskTag;               //!< tag of the negotiation
    uint32_t m_transferTag;           //!< the target's tag for the next request
    IscsiTextKeys::Repeats m_repeats; //!< whether a key may be answered more than once
    IscsiTextAssembly m_assembly;     //!< text that comes in
    IscsiTextPieces m_pieces;         //!< text that goes out
    bool m_final{false};              //!< the last request had the F bit
    IscsiTextKeys m_answers;          //!< what the target said
    std::string m_error;              //!< why it failed
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_TEXT_EXCHANGE_H */
