/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXTENT_PAGE_H
#define EXTENT_PAGE_H

#include "ns3/packet.h"
#include "ns3/page-mapping.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-extent-block-map
 *
 * The bytes of one block of metadata. Numbers are little-endian.
 */
class ExtentPage
{
  public:
    /// A page of zeros.
    ExtentPage();

    /**
     * @param packet contents
     * @param offset where in them the page begins; what they do not have reads as zeros
     */
    ExtentPage(Ptr<const Packet> packet, uint32_t offset);

    /**
     * Write a number.
     *
     * @param offset where, in bytes
     * @param bytes its size, 1 to 8
     * @param value the number
     */
    void Put(uint32_t offset, uint32_t bytes, uint64_t value);

    /**
     * Read a number.
     *
     * @param offset where, in bytes
     * @param bytes its size, 1 to 8
     * @return the number; zero past the end of the page
     */
    uint64_t Get(uint32_t offset, uint32_t bytes) const;

    /**
     * Write text.
     *
     * @param offset where, in bytes
     * @param text the text
     */
    void PutText(uint32_t offset, const std::string& text);

    /**
     * Read text.
     *
     * @param offset where, in bytes
     * @param bytes its size; what is past the end of the page is left out
     * @return the text
     */
    std::string GetText(uint32_t offset, uint32_t bytes) const;

    /**
     * @return a checksum of the page
     */
    uint32_t GetChecksum() const;

    /**
     * @param bytes the page is added at their end
     */
    void AppendTo(std::vector<uint8_t>& bytes) const;

    /**
     * @return the page as contents for a write
     */
    Ptr<Packet> ToPacket() const;

  private:
    std::array<uint8_t, PAGE_BYTES> m_bytes; //!< the bytes
};

} // namespace ns3

#endif /* EXTENT_PAGE_H */
