/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_LOGIN_THROTTLE_H
#define ISCSI_TARGET_LOGIN_THROTTLE_H

#include "ns3/address.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <map>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * Slows down whoever guesses secrets: after a failed authentication, all Login Requests from the
 * same host wait, over whatever connection they come, so that a host has one guess in a time.
 */
class IscsiTargetLoginThrottle
{
  public:
    /**
     * An authentication failed.
     *
     * @param peer who tried, an address with a port
     * @param delay how long Login Requests from there are to wait, 0 for not at all
     */
    void Fail(const Address& peer, Time delay);

    /**
     * @param peer who sent a Login Request, an address with a port
     * @return how long it is to wait from now on; zero if it need not
     */
    Time GetWait(const Address& peer) const;

    /**
     * @return number of hosts whose last failure is remembered
     */
    std::size_t GetCount() const;

  private:
    /**
     * @param peer an address with a port
     * @return the host; of IPv6 addresses the network's part, for a host has as many as it likes
     */
    static Address GetHost(const Address& peer);

    std::map<Address, Time> m_hosts; //!< until when each is to wait
};

} // namespace ns3

#endif /* ISCSI_TARGET_LOGIN_THROTTLE_H */
