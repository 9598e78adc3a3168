/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEVICE_CAPTURE_H
#define DEVICE_CAPTURE_H

#include "capture-file.h"

#include "ns3/net-device.h"
#include "ns3/packet.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * A capture of all frames that a device sends and receives (its trace source PromiscSniffer), to
 * the nanosecond, as a result file.
 */
class DeviceCapture
{
  public:
    /// LINKTYPE_ETHERNET of the format.
    static constexpr uint32_t ETHERNET = 1;

    /**
     * @param fileName the file; empty for none
     * @param device the device; this object stays as long as it sends and receives
     * @param linkType what frames begin with: a LINKTYPE of the format
     * @param snapLength bytes kept of each frame, from its first
     * @throw UserError if the file cannot be created
     */
    DeviceCapture(const std::string& fileName,
                  Ptr<NetDevice> device,
                  uint32_t linkType = ETHERNET,
                  uint32_t snapLength = CaptureFile::MAX_SNAP_LENGTH);

    /**
     * Give the file its name. Nothing can be captured after that.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

  private:
    /**
     * @param frame a frame that passes
     */
    void Write(Ptr<const Packet> frame);

    std::optional<CaptureFile> m_file; //!< the file
};

} // namespace ns3

#endif /* DEVICE_CAPTURE_H */
