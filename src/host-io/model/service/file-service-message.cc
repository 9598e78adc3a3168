/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-message.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param length bytes of opaque data
 * @return zeros behind them (RFC 4506, 4.10)
 */
uint32_t
GetXdrPadding(uint32_t length)
{
    return (4 - length % 4) % 4;
}

} // namespace

void
FileServiceWriter::Put8(uint8_t value)
{
    m_bytes.push_back(value);
}

void
FileServiceWriter::PutLittle16(uint16_t value)
{
    Put8(value & 0xff);
    Put8(value >> 8);
}

void
FileServiceWriter::PutLittle32(uint32_t value)
{
    PutLittle16(value & 0xffff);
    PutLittle16(value >> 16);
}

void
FileServiceWriter::PutLittle64(uint64_t value)
{
    PutLittle32(value & 0xffffffff);
    PutLittle32(value >> 32);
}

void
FileServiceWriter::Put32(uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        Put8((value >> shift) & 0xff);
    }
}

void
FileServiceWriter::Put64(uint64_t value)
{
    Put32(value >> 32);
    Put32(value & 0xffffffff);
}

void
FileServiceWriter::PutBytes(std::string_view text)
{
    m_bytes.insert(m_bytes.end(), text.begin(), text.end());
}

void
FileServiceWriter::PutZeros(std::size_t count)
{
    m_bytes.resize(m_bytes.size() + count);
}

void
FileServiceWriter::Append(const FileServiceWriter& other)
{
    m_bytes.insert(m_bytes.end(), other.m_bytes.begin(), other.m_bytes.end());
}

void
FileServiceWriter::PutOpaque(std::string_view text)
{
    Put32(text.size());
    PutBytes(text);
    PutZeros(GetXdrPadding(text.size()));
}

const std::vector<uint8_t>&
FileServiceWriter::GetBytes() const
{
    return m_bytes;
}

std::string
FileServiceWriter::GetText() const
{
    return {m_bytes.begin(), m_bytes.end()};
}

uint32_t
FileServiceWriter::GetSize() const
{
    return m_bytes.size();
}

FileServiceReader::FileServiceReader(const FileServiceMessage& message)
    : m_message(message)
{
}

uint8_t
FileServiceReader::Get8()
{
    if (!Has(1))
    {
        return 0;
    }
    const auto offset = m_offset++;
    return offset < m_message.bytes.size() ? m_message.bytes[offset] : 0;
}

uint16_t
FileServiceReader::GetLittle16()
{
    const uint16_t low = Get8();
    return low | (Get8() << 8);
}

uint32_t
FileServiceReader::GetLittle32()
{
    const uint32_t low = GetLittle16();
    return low | (uint32_t{GetLittle16()} << 16);
}

uint64_t
FileServiceReader::GetLittle64()
{
    const uint64_t low = GetLittle32();
    return low | (uint64_t{GetLittle32()} << 32);
}

uint32_t
FileServiceReader::Get32()
{
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i)
    {
        value = (value << 8) | Get8();
    }
    return value;
}

uint64_t
FileServiceReader::Get64()
{
    const uint64_t high = Get32();
    return (high << 32) | Get32();
}

std::string
FileServiceReader::GetBytes(uint32_t count)
{
    if (!Has(count))
    {
        return "";
    }
    std::string text(count, '\0');
    const auto& bytes = m_message.bytes;
    if (m_offset < bytes.size())
    {
        const auto stored = std::min<std::size_t>(count, bytes.size() - m_offset);
        std::copy_n(bytes.begin() + m_offset, stored, text.begin());
    }
    m_offset += count;
    return text;
}

std::string
FileServiceReader::GetOpaque(uint32_t most)
{
    const auto length = Get32();
    if (length > most)
    {
        Fail();
        return "";
    }
    auto text = GetBytes(length);
    Skip(GetXdrPadding(length));
    return text;
}

FileServicePayload
FileServiceReader::GetPayload(uint32_t bytes, bool keep)
{
    FileServicePayload payload;
    if (!Has(bytes))
    {
        return payload;
    }
    payload.bytes = bytes;
    if (keep && bytes > 0)
    {
        const auto contents = GetBytes(bytes);
        payload.data = Create<Packet>(reinterpret_cast<const uint8_t*>(contents.data()), bytes);
    }
    else
    {
        m_offset += bytes;
    }
    return payload;
}

void
FileServiceReader::Skip(uint32_t count)
{
    if (Has(count))
    {
        m_offset += count;
    }
}

void
FileServiceReader::Seek(uint32_t offset)
{
    m_failed = m_failed || offset > m_message.size;
    m_offset = std::min(offset, m_message.size);
}

uint32_t
FileServiceReader::GetOffset() const
{
    return m_offset;
}

uint32_t
FileServiceReader::GetLeft() const
{
    return m_message.size - m_offset;
}

void
FileServiceReader::Fail()
{
    m_failed = true;
}

bool
FileServiceReader::HasFailed() const
{
    return m_failed;
}

bool
FileServiceReader::Has(uint32_t count)
{
    m_failed = m_failed || count > GetLeft();
    return !m_failed;
}

} // namespace ns3
