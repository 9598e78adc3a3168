/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "live-tcp-options.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

namespace
{

/// TCP's header without options, bytes.
constexpr uint32_t HEADER = 20;

/// TCP's longest header, bytes.
constexpr uint32_t MAX_HEADER = 60;

/// Bytes of the option that says the largest segment.
constexpr uint32_t MSS_SIZE = 4;

/// Longest shift of windows, bits.
constexpr uint8_t MAX_SHIFT = 14;

/// Where flags are in the header, and the flag of a segment that opens a connection.
constexpr uint32_t FLAGS_OFFSET = 13;
constexpr uint8_t SYN = 0x02;

/// Options by kind: RFC 9293, 3.2, RFC 7323, RFC 2018.
enum TcpOptionKind : uint8_t
{
    END = 0,
    NOP = 1,
    MSS = 2,
    WINDOW_SCALE = 3,
    SACK_PERMITTED = 4,
    SACK = 5,
    TIMESTAMPS = 8
};

/**
 * @param kind of an option
 * @param length of the option, bytes
 * @return whether options of this kind may be that long
 */
bool
IsLengthOf(uint8_t kind, uint32_t length)
{
    switch (kind)
    {
    case MSS:
        return length == MSS_SIZE;
    case WINDOW_SCALE:
        return length == 3;
    case SACK_PERMITTED:
        return length == 2;
    case SACK:
        // One to four blocks.
        return length >= 10 && length <= 34 && length % 8 == 2;
    case TIMESTAMPS:
        return length == 10;
    default:
        return length >= 2;
    }
}

/// Walks through the options of a segment.
class TcpOptionWalk
{
  public:
    /**
     * @param frame bytes of a frame with a TCP segment
     * @param layout where its headers are
     */
    TcpOptionWalk(const uint8_t* frame, const LiveFrameLayout& layout)
        : m_frame(frame),
          m_next(layout.transport + HEADER),
          m_end(layout.GetTcpData(frame))
    {
    }

    /**
     * Go to the next option; padding is none.
     *
     * @return whether there is one
     */
    bool Advance()
    {
        while (m_next < m_end && m_frame[m_next] == NOP)
        {
            ++m_next;
        }
        if (m_next >= m_end || m_frame[m_next] == END)
        {
            return false;
        }
        m_option = m_next;
        const uint32_t length = m_next + 1 < m_end ? m_frame[m_next + 1] : 0;
        m_isGood = m_next + length <= m_end && IsLengthOf(m_frame[m_next], length);
        m_next += length;
        return m_isGood;
    }

    /**
     * @return where the option is
     */
    uint32_t Get() const
    {
        return m_option;
    }

    /**
     * @return whether all options were well-formed so far
     */
    bool IsGood() const
    {
        return m_isGood;
    }

  private:
    const uint8_t* m_frame; //!< bytes of the frame
    uint32_t m_next;        //!< where the next option is
    uint32_t m_end;         //!< where the header ends
    uint32_t m_option{0};   //!< where the option is
    bool m_isGood{true};    //!< whether all were well-formed
};

} // namespace

bool
LiveTcpOptions::AreWellFormed(const uint8_t* frame, const LiveFrameLayout& layout)
{
    if (layout.transport + HEADER > layout.end)
    {
        return false;
    }
    const auto data = layout.GetTcpData(frame);
    if (data < layout.transport + HEADER || data > layout.end)
    {
        return false;
    }
    TcpOptionWalk walk(frame, layout);
    while (walk.Advance())
    {
    }
    return walk.IsGood();
}

uint32_t
LiveTcpOptions::FindMss(const uint8_t* frame, const LiveFrameLayout& layout)
{
    TcpOptionWalk walk(frame, layout);
    while (walk.Advance())
    {
        if (frame[walk.Get()] == MSS)
        {
            return walk.Get();
        }
    }
    return 0;
}

void
LiveTcpOptions::LimitWindowScale(uint8_t* frame, const LiveFrameLayout& layout)
{
    if (!layout.IsTcp() || (frame[layout.transport + FLAGS_OFFSET] & SYN) == 0)
    {
        return;
    }
    TcpOptionWalk walk(frame, layout);
    while (walk.Advance())
    {
        if (frame[walk.Get()] == WINDOW_SCALE)
        {
            auto& shift = frame[walk.Get() + 2];
            shift = std::min(shift, MAX_SHIFT);
        }
    }
}

void
LiveTcpOptions::SetMss(LiveFrame& frame, LiveFrameLayout& layout, uint16_t mtu)
{
    auto* bytes = frame.bytes.data();
    if (!layout.IsTcp() || (bytes[layout.transport + FLAGS_OFFSET] & SYN) == 0)
    {
        return;
    }
    // What TCP's and IP's headers without options leave (RFC 6691, 2).
    auto mss = static_cast<uint16_t>(mtu - HEADER - (layout.transport - LiveFrameLayout::IP));
    auto option = FindMss(bytes, layout);
    if (option > 0)
    {
        mss = std::min(mss, ReadLiveU16(bytes + option + 2));
    }
    else if (layout.GetTcpData(bytes) - layout.transport + MSS_SIZE <= MAX_HEADER)
    {
        InsertMss(frame, layout);
        option = layout.transport + HEADER;
    }
    else
    {
        return;
    }
    WriteLiveU16(bytes + option + 2, mss);
}

void
LiveTcpOptions::InsertMss(LiveFrame& frame, LiveFrameLayout& layout)
{
    auto* bytes = frame.bytes.data();
    auto* option = bytes + layout.transport + HEADER;
    std::memmove(option + MSS_SIZE, option, bytes + frame.size - option);
    option[0] = MSS;
    option[1] = MSS_SIZE;
    bytes[layout.transport + 12] += (MSS_SIZE / 4) << 4;
    const auto isIpv4 = layout.type == LiveFrameLayout::TYPE_IPV4;
    auto* length = bytes + LiveFrameLayout::IP + (isIpv4 ? 2 : 4);
    WriteLiveU16(length, ReadLiveU16(length) + MSS_SIZE);
    layout.end += MSS_SIZE;
    frame.size += MSS_SIZE;
}

} // namespace ns3
