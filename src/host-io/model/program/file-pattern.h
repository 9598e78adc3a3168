/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_PATTERN_H
#define FILE_PATTERN_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup host-io-program
 *
 * Contents of a file by which a reader knows whether it gets what was written: each 8 bytes follow
 * from the file's path and their place in it, so that bytes of another file, of another place, or
 * zeros are found out.
 */
class FilePattern
{
  public:
    /**
     * @param path path of the file
     */
    explicit FilePattern(const std::string& path = "");

    /**
     * @param offset the first byte in the file
     * @param bytes how many
     * @return the contents there
     */
    Ptr<Packet> Make(uint64_t offset, uint64_t bytes) const;

    /**
     * @param offset where the contents were read, the first byte in the file
     * @param data the contents
     * @return true if they are those of the pattern
     */
    bool Matches(uint64_t offset, const Packet& data) const;

  private:
    /**
     * @param offset a byte in the file
     * @return its contents
     */
    uint8_t GetByte(uint64_t offset) const;

    uint64_t m_seed; //!< of the path
};

} // namespace ns3

#endif /* FILE_PATTERN_H */
