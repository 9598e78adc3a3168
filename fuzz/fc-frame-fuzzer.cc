/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fc-ba-reply-header.h"
#include "ns3/fc-frame.h"
#include "ns3/fc-iu.h"
#include "ns3/fc-logo-header.h"
#include "ns3/fc-ls-reply-header.h"
#include "ns3/fc-plogi-header.h"
#include "ns3/fc-rec-header.h"
#include "ns3/fcal-init-frames.h"
#include "ns3/fcp-command-header.h"
#include "ns3/fcp-node.h"
#include "ns3/fcp-prli-header.h"
#include "ns3/fcp-response-header.h"
#include "ns3/fcp-xfer-rdy-header.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <vector>

using namespace ns3;

namespace
{

/**
 * @param packet a packet
 * @return its bytes
 */
std::vector<uint8_t>
GetBytes(const Packet& packet)
{
    std::vector<uint8_t> bytes(packet.GetSize());
    packet.CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * Read a unit, and write what was read: that must be read whole, and be the same again.
 *
 * @tparam T header of the unit
 * @param payload any bytes
 */
template <typename T>
void
CheckUnit(const Packet& payload)
{
    T header;
    if (payload.PeekHeader(header) == 0)
    {
        return;
    }
    std::ostringstream text;
    header.Print(text);
    Packet written;
    written.AddHeader(header);
    T again;
    if (written.PeekHeader(again) != written.GetSize())
    {
        std::abort();
    }
    Packet copy;
    copy.AddHeader(again);
    if (GetBytes(copy) != GetBytes(written))
    {
        std::abort();
    }
}

/**
 * Write a frame that was read, from its SOF to its EOF: it must be the same again, and not be taken
 * with a damaged byte.
 *
 * @param frame a frame
 * @param damage tells the byte
 */
void
CheckFrame(const FcFrame& frame, uint8_t damage)
{
    const auto written = frame.ToPacket(FcFraming::SOF_TO_EOF);
    const auto again = FcFrame::FromPacket(written, FcFraming::SOF_TO_EOF);
    auto bytes = GetBytes(*written);
    if (!again || GetBytes(*again->ToPacket(FcFraming::SOF_TO_EOF)) != bytes)
    {
        std::abort();
    }
    const auto checked = bytes.size() - 2 * FcFrame::WORD_BYTES;
    bytes[FcFrame::WORD_BYTES + damage % checked] ^= damage | 1;
    const auto bad = Create<Packet>(bytes.data(), bytes.size());
    if (FcFrame::FromPacket(bad, FcFraming::SOF_TO_EOF))
    {
        std::abort();
    }
}

} // namespace

/**
 * Read a frame of Fibre Channel, and its payload as each of the units.
 *
 * @param data one byte: bit 0 set if the frame has its delimiters; the others tell which byte to
 *        damage. Then the frame
 * @param size its size
 * @return 0
 */
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
    {
        return 0;
    }
    const auto framing = (data[0] & 1) ? FcFraming::SOF_TO_EOF : FcFraming::HEADER_TO_PAYLOAD;
    const auto frame = FcFrame::FromPacket(Create<Packet>(data + 1, size - 1), framing);
    if (!frame)
    {
        return 0;
    }
    std::ostringstream text;
    text << *frame;
    GetFcIu(frame->header);
    GetFcalInitCode(*frame);
    CheckFrame(*frame, data[0]);
    CheckUnit<FcPlogiHeader>(*frame->payload);
    CheckUnit<FcpPrliHeader>(*frame->payload);
    CheckUnit<FcLogoHeader>(*frame->payload);
    CheckUnit<FcRecHeader>(*frame->payload);
    CheckUnit<FcRecAccHeader>(*frame->payload);
    CheckUnit<FcLsAccHeader>(*frame->payload);
    CheckUnit<FcLsRjtHeader>(*frame->payload);
    CheckUnit<FcBaAccHeader>(*frame->payload);
    CheckUnit<FcBaRjtHeader>(*frame->payload);
    CheckUnit<FcpCommandHeader>(*frame->payload);
    CheckUnit<FcpXferRdyHeader>(*frame->payload);
    CheckUnit<FcpResponseHeader>(*frame->payload);
    CheckUnit<FcalLismHeader>(*frame->payload);
    CheckUnit<FcalAddressMapHeader>(*frame->payload);
    CheckUnit<FcalPositionMapHeader>(*frame->payload);
    return 0;
}
