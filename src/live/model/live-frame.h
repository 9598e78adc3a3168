/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_FRAME_H
#define LIVE_FRAME_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup live
 *
 * What goes before each frame between us and the kernel, as Linux has it for TAP devices and packet
 * sockets: the legacy header of a virtio network device (Virtio 1.2, 5.1.6), numbers in the order
 * of this machine.
 */
struct LiveVirtioHeader
{
    static constexpr uint8_t NEEDS_CHECKSUM = 1; //!< flag: the checksum is partial
    static constexpr uint8_t DATA_VALID = 2;     //!< flag: the checksum was found to be right

    static constexpr uint8_t TCPV4 = 1;         //!< train of TCP segments over IPv4
    static constexpr uint8_t TCPV6 = 4;         //!< train of TCP segments over IPv6
    static constexpr uint8_t CONGESTION = 0x80; //!< added to these if the first has CWR

    uint8_t flags{0};           //!< about the checksum
    uint8_t trainType{0};       //!< what the frame stands for; 0 for itself
    uint16_t headerSize{0};     //!< bytes of all headers of a train
    uint16_t segmentSize{0};    //!< bytes of data in a segment of a train
    uint16_t checksumStart{0};  //!< first byte that the checksum covers
    uint16_t checksumOffset{0}; //!< where it is, from there
};

static_assert(sizeof(LiveVirtioHeader) == 10);

/**
 * @ingroup live
 *
 * The bytes of an Ethernet frame from destination to payload, and what the kernel and we tell each
 * other about it: whether its checksum is partial, and into which segments it has to be cut.
 */
struct LiveFrame
{
    /// Header, a VLAN tag that may come with it, the longest IP packet, and an option added to it.
    static constexpr std::size_t CAPACITY = 14 + 4 + 65'535 + 4;

    LiveVirtioHeader offload;                                    //!< goes before the bytes
    std::vector<uint8_t> bytes = std::vector<uint8_t>(CAPACITY); //!< room for them
    std::size_t size{0};                                         //!< bytes in use

    /**
     * @return whether it stands for several TCP segments
     */
    bool IsTcpTrain() const
    {
        const auto type = offload.trainType & ~LiveVirtioHeader::CONGESTION;
        return type == LiveVirtioHeader::TCPV4 || type == LiveVirtioHeader::TCPV6;
    }

    /**
     * @return whether the checksum covers the pseudo header alone
     */
    bool HasPartialChecksum() const
    {
        return (offload.flags & LiveVirtioHeader::NEEDS_CHECKSUM) != 0;
    }

    /**
     * @return whether somebody else has found the checksum to be right
     */
    bool IsChecksumVouchedFor() const
    {
        return (offload.flags &
                (LiveVirtioHeader::NEEDS_CHECKSUM | LiveVirtioHeader::DATA_VALID)) != 0;
    }
};

} // namespace ns3

#endif /* LIVE_FRAME_H */
