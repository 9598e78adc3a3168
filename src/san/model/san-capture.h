/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CAPTURE_H
#define SAN_CAPTURE_H

#include "ns3/block-io-capture-file.h"
#include "ns3/net-device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san
 *
 * A capture of one link, there whole or not at all: it has its own name only when the run is over.
 * It holds every byte, or headers. Then it keeps so many bytes of each packet, but none behind the
 * TCP header where they all are zeros, as those of payload without contents are.
 */
class SanCapture
{
  public:
    /**
     * @param fileName the file
     * @param device an end of the link, Ethernet or point-to-point
     * @param snapLength bytes kept of each packet, 0 for every byte
     * @throw BlockIoUserError if the file cannot be created
     */
    SanCapture(const std::string& fileName, Ptr<NetDevice> device, uint32_t snapLength);
    SanCapture(const SanCapture&) = delete;
    SanCapture& operator=(const SanCapture&) = delete;

    /**
     * Give the file its name, when the simulation is over.
     *
     * @throw BlockIoUserError if not everything could be written
     */
    void Commit();

  private:
    /**
     * A packet passed.
     *
     * @param packet the packet
     */
    void Write(Ptr<const Packet> packet);

    /**
     * @param packet a packet
     * @return bytes to keep of it
     */
    uint32_t GetKept(Ptr<const Packet> packet);

    const uint32_t m_snapLength;    //!< bytes kept of each packet
    const std::size_t m_linkHeader; //!< bytes before its IP packet
    BlockIoCaptureFile m_file;      //!< the file
    std::vector<uint8_t> m_head;    //!< begin of the present packet; kept for its memory
};

} // namespace ns3

#endif /* SAN_CAPTURE_H */
