/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_CHECKSUM_H
#define LIVE_CHECKSUM_H

#include "live-frame-layout.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup live
 *
 * The checksums of a frame: those of IPv4's header, TCP, UDP and ICMP (RFC 1071). The simulation
 * need not have checksums; on a real network every packet has.
 */
class LiveChecksum
{
  public:
    /**
     * Add bytes up as the Internet checksum does.
     *
     * @param bytes the bytes
     * @param size how many
     * @param sum of what came before, an even number of bytes
     * @return the sum of 16 bits, not complemented
     */
    static uint16_t Sum(const uint8_t* bytes, std::size_t size, uint32_t sum = 0);

    /**
     * Fill in all checksums of a frame.
     *
     * @param frame its bytes
     * @param layout where its headers are
     */
    static void Fill(uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * Fill in IP's checksum, and in TCP's place the sum of the pseudo header, to which whoever
     * sends the frame adds that of the segment.
     *
     * @param frame bytes of a frame with a TCP segment
     * @param layout where its headers are
     */
    static void FillPartial(uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * @param frame bytes of a frame
     * @param layout where its headers are
     * @return whether IPv4's checksum is right; true if it is no frame of IPv4
     */
    static bool IsIpGood(const uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * @param frame bytes of a frame
     * @param layout where its headers are
     * @return whether the checksum behind IP's header is right, or none is there
     */
    static bool IsTransportGood(const uint8_t* frame, const LiveFrameLayout& layout);

    /// Where TCP's checksum is in its header.
    static constexpr uint32_t TCP_OFFSET = 16;

  private:
    /**
     * @param layout of a frame
     * @return where the checksum is behind IP's header, 0 if none is known or there is no room
     */
    static uint32_t FindTransport(const LiveFrameLayout& layout);

    /**
     * @param frame bytes of a frame
     * @param layout where its headers are
     * @return sum of what comes before the checksum's own bytes
     */
    static uint16_t SumPseudoHeader(const uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * @param frame bytes of a frame
     * @param layout where its headers are
     * @return sum over pseudo header and segment
     */
    static uint16_t SumTransport(const uint8_t* frame, const LiveFrameLayout& layout);

    /**
     * Fill in IPv4's checksum.
     *
     * @param frame bytes of a frame
     * @param layout where its headers are
     */
    static void FillIp(uint8_t* frame, const LiveFrameLayout& layout);
};

} // namespace ns3

#endif /* LIVE_CHECKSUM_H */
