/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_EXCHANGE_H
#define FC_EXCHANGE_H

#include "fc-iu.h"
#include "fc-reception.h"

#include "ns3/io-deadline-queue.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

class FcExchangeOwner;

/**
 * @ingroup fcal-fc
 *
 * One port's view of an exchange: the sequences of one command, in both directions (FC-FS). The
 * owner derives a class from it for its own state.
 */
class FcExchange : public SimpleRefCount<FcExchange>
{
  public:
    /// Finds exchanges of which nothing is heard for too long.
    using Clock = IoDeadlineQueue<Ptr<FcExchange>>;

    /**
     * @param exchangeOwner whose exchange it is; must outlive it
     */
    explicit FcExchange(FcExchangeOwner* exchangeOwner)
        : owner(exchangeOwner)
    {
    }

    virtual ~FcExchange() = default;

    FcExchangeOwner* owner; //!< whose exchange it is
    FcExchangeIds ids;      //!< as this side sends them
    // The rest is for the node.
    bool isOpen{false};       //!< whether it has its identifier
    bool isOriginator{true};  //!< whether this side began it
    uint8_t nextSeqId{0};     //!< SEQ_ID of the next sequence
    Clock::Position position; //!< among those of which something is to be heard
};

/**
 * @ingroup fcal-fc
 *
 * Why an exchange cannot continue.
 */
enum class FcExchangeLoss : uint8_t
{
    NO_PEER, //!< the other port is not on the loop
    TIMEOUT, //!< nothing came for too long
    ABORTED, //!< the originator gave it up by ABTS
};

/**
 * @ingroup fcal-fc
 *
 * The owner of exchanges at a node: an initiator or a target. It may send, and open and close
 * exchanges, from inside any of these calls.
 */
class FcExchangeOwner
{
  public:
    virtual ~FcExchangeOwner() = default;

    /**
     * An exchange that this owner originated has its OX_ID: it sends its first unit.
     *
     * @param exchange the exchange
     */
    virtual void ExchangeOpened(Ptr<FcExchange> exchange) = 0;

    /**
     * An information unit of an open exchange is complete.
     *
     * @param exchange the exchange
     * @param iu what it is
     * @param reception the sequence and its times
     */
    virtual void UnitReceived(Ptr<FcExchange> exchange,
                              FcIu iu,
                              Ptr<const FcReception> reception) = 0;

    /**
     * An open exchange cannot continue. It stays open until the owner closes it.
     *
     * @param exchange the exchange
     * @param loss why
     */
    virtual void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss) = 0;
};

/**
 * @ingroup fcal-fc
 *
 * The owner of exchanges that other ports originate with this node: a target.
 */
class FcResponder : public FcExchangeOwner
{
  public:
    /**
     * Another port begins an exchange.
     *
     * @param iu FCP_CMND or ELS_REQUEST
     * @param reception the sequence and its times
     * @return whether the unit was taken; if not it is counted as dropped
     */
    virtual bool RequestReceived(FcIu iu, Ptr<const FcReception> reception) = 0;

    /**
     * The port can send now, or lost its address. What was sent or waited to be is gone then, and
     * so are all logins: the owner closes all its exchanges.
     *
     * @param online whether the port can send
     */
    virtual void LoopChanged(bool online) = 0;
};

} // namespace ns3

#endif /* FC_EXCHANGE_H */
