/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_EXCHANGE_WATCH_H
#define FC_EXCHANGE_WATCH_H

#include "fc-exchange.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <list>

namespace ns3
{

/**
 * @ingroup fcal
 *
 * Watches for exchanges of which nothing is heard for too long. There is one event for all of
 * them, not one each.
 */
class FcExchangeWatch
{
  public:
    FcExchangeWatch() = default;
    FcExchangeWatch(const FcExchangeWatch&) = delete;
    FcExchangeWatch& operator=(const FcExchangeWatch&) = delete;
    ~FcExchangeWatch();

    /**
     * @param timeout how long an exchange may be silent
     */
    void SetTimeout(Time timeout);

    /**
     * @return how long an exchange may be silent
     */
    Time GetTimeout() const;

    /**
     * Begin to watch an exchange.
     *
     * @param exchange the exchange
     */
    void Add(const Ptr<FcExchange>& exchange);

    /**
     * Something was heard of an exchange.
     *
     * @param exchange the exchange
     */
    void Touch(const Ptr<FcExchange>& exchange);

    /**
     * Watch an exchange no longer.
     *
     * @param exchange the exchange
     */
    void Remove(const Ptr<FcExchange>& exchange);

    /**
     * Watch nothing any more.
     */
    void Clear();

  private:
    /**
     * The oldest may have been silent for too long: tell its owner.
     */
    void Expired();

    /**
     * Wake up when the oldest will have been silent for too long.
     */
    void Schedule();

    Time m_timeout;                       //!< how long an exchange may be silent
    std::list<Ptr<FcExchange>> m_watched; //!< the one heard of longest ago first
    EventId m_event;                      //!< when that may be too long
};

} // namespace ns3

#endif /* FC_EXCHANGE_WATCH_H */
