/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_BHS_H
#define ISCSI_BHS_H

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-pdu
 *
 * The 48 bytes of a basic header segment (RFC 7143, 11.2.1), read and written big endian at the
 * byte offsets of the RFC's diagrams.
 */
class IscsiBhs
{
  public:
    static constexpr uint32_t SIZE = 48; //!< bytes of a basic header segment

    /**
     * Read one byte.
     *
     * @param offset offset of the byte, 0 to 47
     * @return its value
     */
    uint8_t GetU8(uint32_t offset) const
    {
        return m_bytes[offset];
    }

    /**
     * Read three bytes.
     *
     * @param offset offset of the first byte, 0 to 45
     * @return their value
     */
    uint32_t GetU24(uint32_t offset) const
    {
        return static_cast<uint32_t>(Get(offset, 3));
    }

    /**
     * Read four bytes.
     *
     * @param offset offset of the first byte, 0 to 44
     * @return their value
     */
    uint32_t GetU32(uint32_t offset) const
    {
        return static_cast<uint32_t>(Get(offset, 4));
    }

    /**
     * Read eight bytes.
     *
     * @param offset offset of the first byte, 0 to 40
     * @return their value
     */
    uint64_t GetU64(uint32_t offset) const
    {
        return Get(offset, 8);
    }

    /**
     * Read one flag.
     *
     * @param offset offset of its byte, 0 to 47
     * @param mask the bit within the byte
     * @return true if the bit is set
     */
    bool GetFlag(uint32_t offset, uint8_t mask) const
    {
        return (m_bytes[offset] & mask) != 0;
    }

    /**
     * Read a number that fills a part of a byte.
     *
     * @param offset offset of the byte, 0 to 47
     * @param mask where it lies within the byte, adjoining bits, not 0
     * @return the number
     */
    uint8_t GetBits(uint32_t offset, uint8_t mask) const
    {
        return static_cast<uint8_t>((m_bytes[offset] & mask) >> std::countr_zero(mask));
    }

    /**
     * Read a run of bytes whose number the type tells.
     *
     * @tparam N number of bytes
     * @param offset offset of the first byte, 0 to 48 - N
     * @return the bytes
     */
    template <std::size_t N>
    std::array<uint8_t, N> GetBytes(uint32_t offset) const
    {
        std::array<uint8_t, N> bytes;
        for (std::size_t i = 0; i < N; i++)
        {
            bytes[i] = m_bytes[offset + i];
        }
        return bytes;
    }

    /**
     * Write one byte.
     *
     * @param offset offset of the byte, 0 to 47
     * @param value its value
     */
    void PutU8(uint32_t offset, uint8_t value)
    {
        m_bytes[offset] = value;
    }

    /**
     * Write three bytes.
     *
     * @param offset offset of the first byte, 0 to 45
     * @param value their value; bits above 24 are dropped
     */
    void PutU24(uint32_t offset, uint32_t value)
    {
        Put(offset, 3, value);
    }

    /**
     * Write four bytes.
     *
     * @param offset offset of the first byte, 0 to 44
     * @param value their value
     */
    void PutU32(uint32_t offset, uint32_t value)
    {
        Put(offset, 4, value);
    }

    /**
     * Write eight bytes.
     *
     * @param offset offset of the first byte, 0 to 40
     * @param value their value
     */
    void PutU64(uint32_t offset, uint64_t value)
    {
        Put(offset, 8, value);
    }

    /**
     * Write one flag; the other bits of its byte stay.
     *
     * @param offset offset of its byte, 0 to 47
     * @param mask the bit within the byte
     * @param value whether the bit is set
     */
    void PutFlag(uint32_t offset, uint8_t mask, bool value)
    {
        PutBits(offset, mask, value ? 0xff : 0);
    }

    /**
     * Write a number that fills a part of a byte; the other bits of the byte stay.
     *
     * @param offset offset of the byte, 0 to 47
     * @param mask where it lies within the byte, adjoining bits, not 0
     * @param value the number; bits that do not fit are dropped
     */
    void PutBits(uint32_t offset, uint8_t mask, uint8_t value)
    {
        const auto shifted = (value << std::countr_zero(mask)) & mask;
        m_bytes[offset] = static_cast<uint8_t>((m_bytes[offset] & ~mask) | shifted);
    }

    /**
     * Write a run of bytes.
     *
     * @tparam N number of bytes
     * @param offset offset of the first byte, 0 to 48 - N
     * @param bytes the bytes
     */
    template <std::size_t N>
    void PutBytes(uint32_t offset, const std::array<uint8_t, N>& bytes)
    {
        for (std::size_t i = 0; i < N; i++)
        {
            m_bytes[offset + i] = bytes[i];
        }
    }

    /**
     * @return the first of the 48 bytes
     */
    const uint8_t* Data() const
    {
        return m_bytes.data();
    }

    /**
     * @return the first of the 48 bytes, for filling them in
     */
    uint8_t* Data()
    {
        return m_bytes.data();
    }

    /**
     * Read a number of N bytes.
     *
     * @param offset offset of its first byte
     * @return the number
     */
    template <std::size_t N>
    uint64_t GetNumber(uint32_t offset) const
    {
        return Get(offset, N);
    }

    /**
     * Write a number of N bytes.
     *
     * @param offset offset of its first byte
     * @param value the number
     */
    template <std::size_t N>
    void PutNumber(uint32_t offset, uint64_t value)
    {
        Put(offset, N, value);
    }

  private:
    /**
     * Read a big-endian number.
     *
     * @param offset offset of its first byte
     * @param size its bytes, 1 to 8
     * @return the number
     */
    uint64_t Get(uint32_t offset, uint32_t size) const
    {
        uint64_t value = 0;
        for (uint32_t i = 0; i < size; i++)
        {
            value = (value << 8) | m_bytes[offset + i];
        }
        return value;
    }

    /**
     * Write a big-endian number.
     *
     * @param offset offset of its first byte
     * @param size its bytes, 1 to 8
     * @param value the number
     */
    void Put(uint32_t offset, uint32_t size, uint64_t value)
    {
        for (uint32_t i = size; i > 0; i--)
        {
            m_bytes[offset + i - 1] = static_cast<uint8_t>(value);
            value >>= 8;
        }
    }

    std::array<uint8_t, SIZE> m_bytes{}; //!< the segment
};

} // namespace ns3

#endif /* ISCSI_BHS_H */
