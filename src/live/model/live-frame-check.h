/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_FRAME_CHECK_H
#define LIVE_FRAME_CHECK_H

#include "live-frame-layout.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup live
 *
 * Says which frames of a real network ns-3 can read. Its headers take what other nodes of ns-3 make
 * for granted: lengths that fit, addresses of the kind that is used. A frame of anybody else may
 * break this.
 */
class LiveFrameCheck
{
  public:
    /**
     * @param frame bytes of a frame
     * @param size how many
     * @param layout where its headers are
     * @return whether what ARP, ICMP for IPv4, TCP and UDP say of lengths is true
     */
    static bool IsWellFormed(const uint8_t* frame, std::size_t size, const LiveFrameLayout& layout);

  private:
    /**
     * @param arp bytes from ARP's header on
     * @param size how many
     * @return whether it is about Ethernet and IPv4, and complete
     */
    static bool IsArp(const uint8_t* arp, std::size_t size);

    /**
     * @param icmp bytes from ICMP's header on
     * @param size how many
     * @return whether it is complete, with the start of the packet that an error is about
     */
    static bool IsIcmp(const uint8_t* icmp, std::size_t size);

    /**
     * @param udp bytes from UDP's header on
     * @param size how many
     * @return whether it is complete
     */
    static bool IsUdp(const uint8_t* udp, std::size_t size);
};

} // namespace ns3

#endif /* LIVE_FRAME_CHECK_H */
