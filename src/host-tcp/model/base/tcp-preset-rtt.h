/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_PRESET_RTT_H
#define TCP_PRESET_RTT_H

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup host-tcp-base
 *
 * An estimator of the round-trip time that can begin with what an earlier connection to the same
 * host has left (RFC 9040, 6).
 */
class TcpPresetRtt
{
  public:
    virtual ~TcpPresetRtt() = default;

    /**
     * Begin with what is known already. What the handshake has measured is kept or taken in, as the
     * estimator has it.
     *
     * @param rtt smoothed round-trip time, above 0
     * @param variation its variation
     */
    virtual void BeginWith(Time rtt, Time variation) = 0;
};

} // namespace ns3

#endif /* TCP_PRESET_RTT_H */
