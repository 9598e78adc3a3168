/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SERVICE_MESSAGE_H
#define FILE_SERVICE_MESSAGE_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * The contents that a message carries, always its end: bytes of a file.
 */
struct FileServicePayload
{
    uint32_t bytes{0}; //!< how many
    Ptr<Packet> data;  //!< the contents, null where they are not kept
};

/**
 * @ingroup host-io-service
 *
 * Writes the headers of a message, byte by byte: in network byte order (XDR, RFC 4506) and in the
 * little-endian order of SMB.
 */
class FileServiceWriter
{
  public:
    /**
     * @param value one byte
     */
    void Put8(uint8_t value);

    /**
     * @param value a number, least significant byte first
     */
    void PutLittle16(uint16_t value);

    /**
     * @param value a number, least significant byte first
     */
    void PutLittle32(uint32_t value);

    /**
     * @param value a number, least significant byte first
     */
    void PutLittle64(uint64_t value);

    /**
     * @param value a number, most significant byte first: an XDR unsigned integer (RFC 4506, 4.2)
     */
    void Put32(uint32_t value);

    /**
     * @param value a number, most significant byte first: an XDR unsigned hyper (RFC 4506, 4.5)
     */
    void Put64(uint64_t value);

    /**
     * @param text bytes, as they are
     */
    void PutBytes(std::string_view text);

    /**
     * @param count how many zero bytes
     */
    void PutZeros(std::size_t count);

    /**
     * @param other what was written elsewhere
     */
    void Append(const FileServiceWriter& other);

    /**
     * Write XDR variable-length opaque data or a string: length, bytes and zeros up to a multiple
     * of four (RFC 4506, 4.10 and 4.11).
     *
     * @param text the bytes
     */
    void PutOpaque(std::string_view text);

    /**
     * @return what was written
     */
    const std::vector<uint8_t>& GetBytes() const;

    /**
     * @return what was written, as text
     */
    std::string GetText() const;

    /**
     * @return number of bytes written
     */
    uint32_t GetSize() const;

  private:
    std::vector<uint8_t> m_bytes; //!< what was written
};

/**
 * @ingroup host-io-service
 *
 * A message that arrived. The zeros at its end, which virtual contents are, take no memory.
 */
struct FileServiceMessage
{
    std::vector<uint8_t> bytes; //!< the message up to its last byte that is not zero, or further
    uint32_t size{0};           //!< all its bytes; those past `bytes` are zero
};

/**
 * @ingroup host-io-service
 *
 * Reads a message that a peer sent. It never reads past the end: what is missing reads as zero, and
 * HasFailed is true from then on.
 */
class FileServiceReader
{
  public:
    /**
     * @param message the message, which outlives the reader
     */
    explicit FileServiceReader(const FileServiceMessage& message);

    /**
     * @return the next byte
     */
    uint8_t Get8();

    /**
     * @return the next number, least significant byte first
     */
    uint16_t GetLittle16();

    /**
     * @return the next number, least significant byte first
     */
    uint32_t GetLittle32();

    /**
     * @return the next number, least significant byte first
     */
    uint64_t GetLittle64();

    /**
     * @return the next number, most significant byte first
     */
    uint32_t Get32();

    /**
     * @return the next number, most significant byte first
     */
    uint64_t Get64();

    /**
     * @param count number of bytes
     * @return the next bytes, none if there are not that many
     */
    std::string GetBytes(uint32_t count);

    /**
     * Read XDR variable-length opaque data or a string (RFC 4506, 4.10 and 4.11).
     *
     * @param most the longest that is right
     * @return the bytes, none if they are not all there or too many
     */
    std::string GetOpaque(uint32_t most);

    /**
     * Read the contents of a file.
     *
     * @param bytes how many
     * @param keep true to make a packet of them
     * @return the contents
     */
    FileServicePayload GetPayload(uint32_t bytes, bool keep);

    /**
     * @param count number of bytes to pass by
     */
    void Skip(uint32_t count);

    /**
     * Continue at another place.
     *
     * @param offset the next byte to read, counted from the first of the message
     */
    void Seek(uint32_t offset);

    /**
     * @return the next byte to read, counted from the first of the message
     */
    uint32_t GetOffset() const;

    /**
     * @return bytes that are left
     */
    uint32_t GetLeft() const;

    /**
     * Report that what was read is not right.
     */
    void Fail();

    /**
     * @return true if more was read than there is, or what was read is not right
     */
    bool HasFailed() const;

  private:
    /**
     * @param count bytes that are about to be read
     * @return true if they are there
     */
    bool Has(uint32_t count);

    const FileServiceMessage& m_message; //!< the message
    uint32_t m_offset{0};                //!< the next byte to read
    bool m_failed{false};                //!< whether the message is not what it should be
};

} // namespace ns3

#endif /* FILE_SERVICE_MESSAGE_H */
