/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_CAPTURE_H
#define SAN_CAPTURE_H

#include "ns3/capture-file.h"
#include "ns3/net-device.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class SanOutputOptions;
class WifiTxVector;
struct MpduInfo;
struct SignalNoiseDbm;

/**
 * @ingroup san-results
 *
 * A capture of one link, or of what one radio sends and receives, there whole or not at all: it has
 * its own name only when the run is over. It holds every byte, or headers. Then it keeps so many
 * bytes of each packet, but none behind the TCP header where they all are zeros, as those of
 * payload without contents are.
 */
class SanCapture : public SanReport
{
  public:
    /**
     * @param fileName the file
     * @param device an end of the link, Ethernet or point-to-point, or a radio of IEEE 802.11
     * @param snapLength bytes kept of each packet, 0 for every byte
     * @throw UserError if the file cannot be created
     */
    SanCapture(const std::string& fileName, Ptr<NetDevice> device, uint32_t snapLength);

    /**
     * Capture into the folder of results.
     *
     * @param o the file and what is kept, as the options snaplen and output say
     * @param device what to listen to
     * @throw UserError if the file cannot be created
     */
    SanCapture(const SanOutputOptions& o, Ptr<NetDevice> device);

    // From SanReport
    void WriteFiles() override;

  private:
    /// What a packet begins with.
    enum class Link
    {
        ETHERNET,
        PPP,
        WIFI
    };

    /**
     * @param device a device
     * @return what packets there begin with
     */
    static Link GetLink(Ptr<NetDevice> device);

    /**
     * Listen to a device.
     *
     * @param device the device
     */
    void Connect(Ptr<NetDevice> device);

    /**
     * A packet passed.
     *
     * @param packet the packet
     */
    void Write(Ptr<const Packet> packet);

    /**
     * A radio received a frame without an error.
     *
     * @param packet the frame, as Unwrap takes it
     * @param frequency the channel's, MHz
     * @param vector how it was sent
     * @param info which one it is of those that were sent as one
     * @param signal how strong it was
     * @param station whom it was for, where several are served at once
     */
    void Received(Ptr<const Packet> packet,
                  uint16_t frequency,
                  WifiTxVector vector,
                  MpduInfo info,
                  SignalNoiseDbm signal,
                  uint16_t station);

    /**
     * A radio begins to send a frame.
     *
     * @param packet the frame, as Unwrap takes it
     * @param frequency the channel's, MHz
     * @param vector how it is sent
     * @param info which one it is of those that are sent as one
     * @param station whom it is for, where several are served at once
     */
    void Sent(Ptr<const Packet> packet,
              uint16_t frequency,
              WifiTxVector vector,
              MpduInfo info,
              uint16_t station);

    /**
     * Remove what captures of IEEE 802.11 do not have.
     *
     * @param packet a frame with its check sequence; one of several that are sent as one with its
     * delimiter and padding, too
     * @param info whether it is one of several
     * @return header and body of the frame
     */
    static Ptr<Packet> Unwrap(Ptr<const Packet> packet, MpduInfo info);

    /**
     * @return bytes before the IP packet in the present packet; all of its begin if there is none
     */
    std::size_t GetLinkHeader() const;

    /**
     * @param packet a packet
     * @return bytes to keep of it
     */
    uint32_t GetKept(Ptr<const Packet> packet);

    const uint32_t m_snapLength; //!< bytes kept of each packet
    const Link m_link;           //!< what packets begin with
    CaptureFile m_file;          //!< the file
    std::vector<uint8_t> m_head; //!< begin of the present packet; kept for its memory
};

} // namespace ns3

#endif /* SAN_CAPTURE_H */
