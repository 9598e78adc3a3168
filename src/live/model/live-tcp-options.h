/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_TCP_OPTIONS_H
#define LIVE_TCP_OPTIONS_H

#include "live-frame-layout.h"
#include "live-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup live
 *
 * The options of TCP segments on their way between ns-3 and a real network (RFC 9293, 3.1).
 */
class LiveTcpOptions
{
  public:
    /**
     * @param frame bytes of a frame with a TCP segment
     * @param layout where its headers are
     * @return whether the options fill the header with options that have the lengths they must
     *         have, which ns-3 relies on
     */
    static bool AreWellFormed(const uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * Say in a SYN how much data we take in a segment (RFC 9293, 3.7.1), which ns-3's TCP does not.
     * A value that is there is lowered if it is larger. Checksums are not changed.
     *
     * @param frame a frame
     * @param layout where its headers are; where the packet ends is corrected
     * @param mtu longest IP packet of the link, bytes
     */
    static void SetMss(LiveFrame& frame, LiveFrameLayout& layout, uint16_t mtu);

    /**
     * Lower a shift of windows that is beyond 14 to that (RFC 7323, 2.3). ns-3 stops at it.
     * Checksums are not changed.
     *
     * @param frame bytes of a frame, with well-formed options if it has a TCP segment
     * @param layout where its headers are
     */
    static void LimitWindowScale(uint8_t* frame, const LiveFrameLayout& layout);

  private:
    /**
     * @param frame bytes of a frame with a TCP segment
     * @param layout where its headers are
     * @return where the MSS option is, 0 if there is none
     */
    static uint32_t FindMss(const uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * Make room for an MSS option before the other options.
     *
     * @param frame a frame
     * @param layout where its headers are; where the packet ends is corrected
     */
    static void InsertMss(LiveFrame& frame, LiveFrameLayout& layout);
};

} // namespace ns3

#endif /* LIVE_TCP_OPTIONS_H */
