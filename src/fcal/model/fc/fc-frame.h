/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_FRAME_H
#define FC_FRAME_H

#include "fc-header.h"
#include "fc-ordered-set.h"

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <ostream>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * How a frame begins (FC-PH, 11).
 */
enum class FcSof : uint8_t
{
    SOFI3, //!< first frame of a class 3 sequence
    SOFN3, //!< other frame of a class 3 sequence
    SOFIL, //!< frame of loop initialisation
};

/**
 * @ingroup fcal-fc
 *
 * How a frame ends (FC-PH, 11).
 */
enum class FcEof : uint8_t
{
    EOFN, //!< more frames of the sequence follow
    EOFT, //!< last frame of the sequence
};

/**
 * @ingroup fcal-fc
 *
 * The parts of a frame that become bytes.
 */
enum class FcFraming : uint8_t
{
    HEADER_TO_PAYLOAD, //!< header, payload and fill bytes
    SOF_TO_EOF,        //!< all of it: delimiters and CRC too
};

/**
 * @ingroup fcal-fc
 *
 * One frame of class 3 or of loop initialisation. Its payload is virtual unless it was given real
 * bytes; fill bytes and CRC exist only on the line and in a capture.
 */
class FcFrame : public SimpleRefCount<FcFrame>
{
  public:
    static constexpr uint32_t MAX_PAYLOAD = 2112;     //!< most payload, bytes (FC-PH, 17)
    static constexpr uint32_t DEFAULT_PAYLOAD = 2048; //!< payload of a frame unless set, bytes
    static constexpr uint32_t FILL_WORDS = 6;         //!< fill words between frames (FC-PH, 17)
    static constexpr uint32_t WORD_BYTES = 4;         //!< bytes of a transmission word
    /// Words of a frame without its payload: SOF, header, CRC, EOF.
    static constexpr uint32_t OVERHEAD_WORDS = 1 + FcHeader::SIZE / WORD_BYTES + 1 + 1;

    /**
     * @param payload payload, bytes
     * @return the words of a frame with so much payload from SOF to EOF, without fill words
     */
    static constexpr uint32_t GetWords(uint32_t payload)
    {
        return OVERHEAD_WORDS + (payload + WORD_BYTES - 1) / WORD_BYTES;
    }

    /**
     * @return the words of this frame from SOF to EOF, without fill words
     */
    uint32_t GetWords() const;

    /**
     * @return payload without fill bytes, bytes
     */
    uint32_t GetPayloadSize() const;

    /**
     * Make the bytes of the frame. Virtual payload becomes zeros. The header's fill bits are those
     * that the payload's size asks for; the CRC is that of the bytes; of the two EOFs it is the one
     * that the running disparity asks for.
     *
     * @param framing what becomes bytes
     * @return the bytes
     */
    Ptr<Packet> ToPacket(FcFraming framing) const;

    /**
     * Read a frame. Without delimiters SOF and EOF are told from SEQ_CNT and F_CTL. SOFil has the
     * bytes of SOFi3 and is told by TYPE and addresses of loop initialisation.
     *
     * @param bytes what ToPacket made, or anything
     * @param framing what of a frame the bytes are
     * @return the frame, or null if it is too short or too long, not in whole words, its delimiters
     * are not known or its CRC is wrong
     */
    static Ptr<FcFrame> FromPacket(Ptr<const Packet> bytes, FcFraming framing);

    /**
     * @param os a stream, to which the delimiters, the header and the payload's size are written
     */
    void Print(std::ostream& os) const;

    FcSof sof{FcSof::SOFI3}; //!< how it begins
    FcHeader header;         //!< header, the fill bits of F_CTL zero
    Ptr<Packet> payload;     //!< payload without fill bytes, up to MAX_PAYLOAD; null for none
    FcEof eof{FcEof::EOFT};  //!< how it ends
};

/**
 * @param os a stream
 * @param frame a frame
 * @return the stream
 */
std::ostream& operator<<(std::ostream& os, const FcFrame& frame);

} // namespace ns3

#endif /* FC_FRAME_H */
