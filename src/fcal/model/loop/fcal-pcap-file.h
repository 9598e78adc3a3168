/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_PCAP_FILE_H
#define FCAL_PCAP_FILE_H

#include "ns3/capture-file.h"
#include "ns3/fc-frame.h"
#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <string>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * A capture of a loop for Wireshark: every frame from SOF to EOF with a time stamp in nanoseconds.
 * It is written completely or not at all, and gets its name when it is closed. Its link type is
 * FC-2 with frame delimiters and not plain FC-2, because Wireshark then shows where sequences begin
 * and end and checks every CRC. Virtual payload is written as zeros.
 */
class FcalPcapFile : public SimpleRefCount<FcalPcapFile>
{
  public:
    /// LINKTYPE_FC_2_WITH_FRAME_DELIMS of the pcap format.
    static constexpr uint32_t LINK_TYPE = 225;

    /**
     * @param fileName the file; its folder is made if need be
     * @throw UserError if it cannot be created
     */
    explicit FcalPcapFile(const std::string& fileName);

    /**
     * @param time when the frame began
     * @param frame the frame
     * @throw UserError if it cannot be written
     */
    void Write(Time time, const FcFrame& frame);

    /**
     * End the file and give it its name. Nothing can be written after that.
     *
     * @throw UserError if not everything could be written
     */
    void Close();

  private:
    CaptureFile m_file; //!< the file
};

} // namespace ns3

#endif /* FCAL_PCAP_FILE_H */
