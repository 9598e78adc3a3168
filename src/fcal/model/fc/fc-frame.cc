/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fc-frame.h"

#include "ns3/assert.h"
#include "ns3/crc32.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

/// CRC and one delimiter are as long as a word.
constexpr auto WORD = FcFrame::WORD_BYTES;

/// The bytes of a frame as they are written and read.
using Bytes = std::vector<uint8_t>;

/**
 * @param sof a start of frame
 * @return its ordered set
 */
const FcOrderedSet&
GetOrderedSet(FcSof sof)
{
    switch (sof)
    {
    case FcSof::SOFI3:
        return FC_SOFI3;
    case FcSof::SOFN3:
        return FC_SOFN3;
    case FcSof::SOFIL:
        break;
    }
    return FC_SOFIL;
}

/**
 * @param eof an end of frame
 * @param positive the running disparity before it
 * @return its ordered set
 */
const FcOrderedSet&
GetOrderedSet(FcEof eof, bool positive)
{
    if (eof == FcEof::EOFN)
    {
        return positive ? FC_EOFN_POSITIVE : FC_EOFN_NEGATIVE;
    }
    return positive ? FC_EOFT_POSITIVE : FC_EOFT_NEGATIVE;
}

/**
 * Tell the running disparity before the EOF.
 *
 * @param bytes header to CRC; the disparity before them, behind the SOF, is positive
 * @return true if it is positive
 */
bool
IsDisparityPositive(const Bytes& bytes)
{
    const auto flips = std::count_if(bytes.begin(), bytes.end(), [](uint8_t byte) {
        return !IsFcNeutralDisparity(byte);
    });
    return flips % 2 == 0;
}

/**
 * Write a CRC in the order of the line: the bits of each byte lowest first, as they are counted in
 * the polynomial.
 *
 * @param bytes header to fill bytes; the CRC is appended
 */
void
AppendCrc(Bytes& bytes)
{
    const auto crc = CRC32Calculate(bytes.data(), static_cast<int>(bytes.size()));
    for (uint32_t i = 0; i < WORD; ++i)
    {
        bytes.push_back(static_cast<uint8_t>(crc >> (8 * i)));
    }
}

/**
 * @param word a delimiter's four bytes
 * @return the start of frame they are, if any
 */
std::optional<FcSof>
FindSof(const uint8_t* word)
{
    for (const auto sof : {FcSof::SOFI3, FcSof::SOFN3})
    {
        const auto& bytes = GetOrderedSet(sof).GetBytes();
        if (std::equal(bytes.begin(), bytes.end(), word))
        {
            return sof;
        }
    }
    return std::nullopt;
}

/**
 * @param word a delimiter's four bytes
 * @return the end of frame they are, of either disparity, if any
 */
std::optional<FcEof>
FindEof(const uint8_t* word)
{
    for (const auto eof : {FcEof::EOFN, FcEof::EOFT})
    {
        for (const auto positive : {false, true})
        {
            const auto& bytes = GetOrderedSet(eof, positive).GetBytes();
            if (std::equal(bytes.begin(), bytes.end(), word))
            {
                return eof;
            }
        }
    }
    return std::nullopt;
}

/**
 * Take delimiters and CRC off.
 *
 * @param bytes SOF to EOF; header to fill bytes are left
 * @param frame takes SOF and EOF
 * @return true if they are known and the CRC is right
 */
bool
RemoveFraming(Bytes& bytes, FcFrame& frame)
{
    const auto sof = FindSof(bytes.data());
    const auto eof = FindEof(bytes.data() + bytes.size() - WORD);
    if (!sof || !eof)
    {
        return false;
    }
    frame.sof = *sof;
    frame.eof = *eof;
    const Bytes body(bytes.begin() + WORD, bytes.end() - WORD);
    bytes.assign(body.begin(), body.end() - WORD);
    auto expected = bytes;
    AppendCrc(expected);
    return expected == body;
}

/**
 * Take header and fill bytes off.
 *
 * @param bytes header to fill bytes
 * @param frame takes header and payload
 * @return true if there are as many fill bytes as the header says
 */
bool
ReadHeaderAndPayload(const Bytes& bytes, FcFrame& frame)
{
    frame.payload = Create<Packet>(bytes.data(), bytes.size());
    frame.payload->RemoveHeader(frame.header);
    const auto fill = frame.header.fCtl & FcHeader::FILL_BYTES;
    if (fill > frame.payload->GetSize())
    {
        return false;
    }
    frame.payload->RemoveAtEnd(fill);
    frame.header.fCtl &= ~FcHeader::FILL_BYTES;
    return true;
}

/**
 * Fill in the delimiters that a frame must have had.
 *
 * @param frame a frame with its header
 */
void
GuessDelimiters(FcFrame& frame)
{
    const bool first = frame.header.seqCnt == 0;
    const bool last = frame.header.HasFCtl(FcHeader::END_SEQUENCE);
    frame.sof = first ? FcSof::SOFI3 : FcSof::SOFN3;
    frame.eof = last ? FcEof::EOFT : FcEof::EOFN;
}

/**
 * @param header a header
 * @return true if the frame belongs to loop initialisation: port-to-port without addresses
 */
bool
IsLoopInitialisation(const FcHeader& header)
{
    constexpr uint32_t HIGHEST_ALPA = 0xef;
    return header.rCtl == FcRCtl::ELS_REQUEST && header.type == FcType::EXTENDED_LINK_SERVICE &&
           header.dId == header.sId && (header.dId == HIGHEST_ALPA || header.dId == 0);
}

} // namespace

uint32_t
FcFrame::GetWords() const
{
    return GetWords(GetPayloadSize());
}

uint32_t
FcFrame::GetPayloadSize() const
{
    return payload ? payload->GetSize() : 0;
}

Ptr<Packet>
FcFrame::ToPacket(FcFraming framing) const
{
    const auto size = GetPayloadSize();
    NS_ASSERT_MSG(size <= MAX_PAYLOAD, "a frame with a payload of " << size << " bytes");
    const auto fill = (WORD - size % WORD) % WORD;
    auto filled = header;
    filled.fCtl |= fill;
    auto packet = payload ? payload->Copy() : Create<Packet>();
    packet->AddAtEnd(Create<Packet>(fill)); // padding of a packet would be any bytes
    packet->AddHeader(filled);
    if (framing == FcFraming::HEADER_TO_PAYLOAD)
    {
        return packet;
    }
    Bytes body(packet->GetSize());
    packet->CopyData(body.data(), body.size());
    AppendCrc(body);
    const auto& start = GetOrderedSet(sof).GetBytes();
    const auto& end = GetOrderedSet(eof, IsDisparityPositive(body)).GetBytes();
    Bytes bytes(start.begin(), start.end());
    bytes.insert(bytes.end(), body.begin(), body.end());
    bytes.insert(bytes.end(), end.begin(), end.end());
    return Create<Packet>(bytes.data(), bytes.size());
}

Ptr<FcFrame>
FcFrame::FromPacket(Ptr<const Packet> packet, FcFraming framing)
{
    const bool framed = framing == FcFraming::SOF_TO_EOF;
    const auto least = FcHeader::SIZE + (framed ? 3 * WORD : 0);
    const auto size = packet->GetSize();
    if (size < least || size > least + MAX_PAYLOAD || size % WORD != 0)
    {
        return nullptr;
    }
    Bytes bytes(size);
    packet->CopyData(bytes.data(), size);
    auto frame = Create<FcFrame>();
    if ((framed && !RemoveFraming(bytes, *frame)) || !ReadHeaderAndPayload(bytes, *frame))
    {
        return nullptr;
    }
    if (!framed)
    {
        GuessDelimiters(*frame);
    }
    if (IsLoopInitialisation(frame->header))
    {
        frame->sof = FcSof::SOFIL;
    }
    return frame;
}

void
FcFrame::Print(std::ostream& os) const
{
    os << (sof == FcSof::SOFIL ? "SOFil" : GetFcOrderedSetName(GetOrderedSet(sof))) << " ";
    header.Print(os);
    os << " payload=" << GetPayloadSize() << " " << GetOrderedSet(eof, false);
}

std::ostream&
operator<<(std::ostream& os, const FcFrame& frame)
{
    frame.Print(os);
    return os;
}

} // namespace ns3
