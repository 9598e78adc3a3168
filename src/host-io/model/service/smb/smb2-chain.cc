/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb2-chain.h"

#include "smb2-codec.h"

#include <algorithm>
#include <string_view>

namespace ns3
{

namespace
{

constexpr uint32_t SMB1_ID = 0x424d53ff; //!< 0xff and "SMB"
constexpr uint8_t SMB1_NEGOTIATE = 0x72; //!< SMB_COM_NEGOTIATE
constexpr uint32_t NEXT_COMMAND = 20;    //!< where a header says where the next is

/**
 * @param message a message
 * @param begin its first byte
 * @param size how many bytes
 * @return these bytes
 */
FileServiceMessage
Cut(const FileServiceMessage& message, uint32_t begin, uint32_t size)
{
    const auto known = static_cast<uint32_t>(message.bytes.size());
    FileServiceMessage piece;
    piece.bytes.assign(message.bytes.begin() + std::min(known, begin),
                       message.bytes.begin() + std::min(known, begin + size));
    piece.size = size;
    return piece;
}

/**
 * @param message a message
 * @param begin where a request begins
 * @return where the next does, counted from there; 0 for none
 */
uint32_t
GetNext(const FileServiceMessage& message, uint32_t begin)
{
    FileServiceReader reader(message);
    reader.Seek(begin);
    reader.Skip(NEXT_COMMAND);
    return reader.GetLittle32();
}

} // namespace

bool
Smb2Chain::IsSmb1(const FileServiceMessage& message)
{
    FileServiceReader reader(message);
    return reader.GetLittle32() == SMB1_ID;
}

std::vector<uint16_t>
Smb2Chain::GetDialects(const FileServiceMessage& message)
{
    std::vector<uint16_t> dialects;
    const auto& bytes = message.bytes;
    if (bytes.size() > 4 && bytes[4] == SMB1_NEGOTIATE)
    {
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (text.find("SMB 2.???") != std::string_view::npos)
        {
            dialects.push_back(Smb2Codec::DIALECT_2_ANY);
        }
        if (text.find("SMB 2.002") != std::string_view::npos)
        {
            dialects.push_back(Smb2Codec::DIALECT_2_0_2);
        }
    }
    return dialects;
}

bool
Smb2Chain::IsCompound(const FileServiceMessage& message)
{
    return GetNext(message, 0) != 0;
}

std::deque<FileServiceMessage>
Smb2Chain::Split(const FileServiceMessage& message)
{
    std::deque<FileServiceMessage> requests;
    uint32_t begin = 0;
    while (requests.size() < MOST_REQUESTS)
    {
        const auto next = GetNext(message, begin);
        if (next == 0)
        {
            requests.push_back(Cut(message, begin, message.size - begin));
            return requests;
        }
        if (next < Smb2Header::SIZE || next % 8 != 0 || next > message.size - begin)
        {
            break;
        }
        requests.push_back(Cut(message, begin, next));
        begin += next;
    }
    return {};
}

} // namespace ns3
