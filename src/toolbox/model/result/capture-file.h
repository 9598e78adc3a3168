/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPTURE_FILE_H
#define CAPTURE_FILE_H

#include "result-file.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox-result
 *
 * A capture of packets in the format pcap, version 2.4, as a result file: written completely or not
 * at all. Virtual payload is written as zeros.
 */
class CaptureFile
{
  public:
    /// What time stamps count beside seconds.
    enum class Resolution
    {
        MICROSECONDS,
        NANOSECONDS
    };

    /// Most bytes kept of a packet.
    static constexpr uint32_t MAX_SNAP_LENGTH = 65535;

    /**
     * @param fileName the file
     * @param linkType a LINKTYPE of the format
     * @param resolution resolution of time stamps
     * @param snapLength bytes kept of each packet, from its first, 1 to MAX_SNAP_LENGTH
     * @throw UserError if the file cannot be created
     */
    CaptureFile(const std::string& fileName,
                uint32_t linkType,
                Resolution resolution,
                uint32_t snapLength = MAX_SNAP_LENGTH);

    /**
     * @param time when the packet passed
     * @param packet the packet
     * @param most bytes kept of this one, if that is less than of each
     * @throw UserError if it cannot be written
     */
    void Write(Time time, Ptr<const Packet> packet, uint32_t most = MAX_SNAP_LENGTH);

    /**
     * Give the file its name. Nothing can be written after that.
     *
     * @throw UserError if not everything could be written
     */
    void Commit();

  private:
    /**
     * Write numbers in the machine's own order of bytes, which readers know by the first.
     *
     * @param numbers the numbers
     */
    void WriteNumbers(std::initializer_list<uint32_t> numbers);

    ResultFile m_file;            //!< the file
    const int64_t m_perSecond;    //!< time stamps in a second
    const uint32_t m_snapLength;  //!< bytes kept of each packet
    std::vector<uint8_t> m_bytes; //!< those of the current one; kept for its memory
};

} // namespace ns3

#endif /* CAPTURE_FILE_H */
