/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_TEST_BYTES_H
#define FCAL_TEST_BYTES_H

#include "ns3/header.h"
#include "ns3/packet.h"

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @param hex pairs of hexadecimal digits; blanks do not count
 * @return the bytes
 */
inline std::vector<uint8_t>
FromFcalHex(const std::string& hex)
{
    std::string digits;
    for (const char c : hex)
    {
        if (c != ' ')
        {
            digits.push_back(c);
        }
    }
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/**
 * @param bytes the bytes
 * @return two digits for each, a blank after every word
 */
inline std::string
ToFcalHex(const std::vector<uint8_t>& bytes)
{
    std::ostringstream os;
    os << std::hex << std::setfill('0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
    {
        os << (i > 0 && i % 4 == 0 ? " " : "") << std::setw(2) << +bytes[i];
    }
    return os.str();
}

/**
 * @param packet a packet
 * @return its bytes
 */
inline std::vector<uint8_t>
GetFcalBytes(Ptr<const Packet> packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @param bytes the bytes
 * @return a packet of them
 */
inline Ptr<Packet>
MakeFcalPacket(const std::vector<uint8_t>& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

/**
 * @param header a header
 * @return its bytes as ToFcalHex writes them
 */
inline std::string
EncodeFcalHeader(const Header& header)
{
    auto packet = Create<Packet>();
    packet->AddHeader(header);
    return ToFcalHex(GetFcalBytes(packet));
}

/**
 * @param bytes the bytes
 * @param header where to decode them
 * @return number of bytes used
 */
inline uint32_t
DecodeFcalHeader(const std::vector<uint8_t>& bytes, Header& header)
{
    return MakeFcalPacket(bytes)->PeekHeader(header);
}

/**
 * @param header a header
 * @return what it prints
 */
inline std::string
PrintFcalHeader(const Header& header)
{
    std::ostringstream os;
    header.Print(os);
    return os.str();
}

} // namespace ns3

#endif /* FCAL_TEST_BYTES_H */
