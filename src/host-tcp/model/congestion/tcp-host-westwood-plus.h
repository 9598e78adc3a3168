/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HOST_WESTWOOD_PLUS_H
#define TCP_HOST_WESTWOOD_PLUS_H

#include "ns3/tcp-westwood-plus.h"

namespace ns3
{

/**
 * @ingroup host-tcp-congestion
 *
 * ns-3's TCP Westwood+ for sockets that come and go. TcpWestwoodPlus estimates a round trip after
 * the first acknowledgement, although its socket, and with it the object, may be gone by then; and
 * the copy that an accepted socket gets begins to count segments with what happens to be in memory.
 */
class TcpHostWestwoodPlus : public TcpWestwoodPlus
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpHostWestwoodPlus() = default;

    /**
     * @param other what is copied, but for an estimate under way
     */
    TcpHostWestwoodPlus(const TcpHostWestwoodPlus& other);
    ~TcpHostWestwoodPlus() override;

    TcpHostWestwoodPlus& operator=(const TcpHostWestwoodPlus&) = delete;

    /**
     * @return a copy, for another connection
     */
    Ptr<TcpCongestionOps> Fork() override;
};

} // namespace ns3

#endif /* TCP_HOST_WESTWOOD_PLUS_H */
