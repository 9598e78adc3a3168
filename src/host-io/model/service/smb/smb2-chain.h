/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_CHAIN_H
#define SMB2_CHAIN_H

#include "ns3/file-service-message.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What a message of a client of another system is, before it is read: a request of SMB 2, several
 * of them (MS-SMB2, 3.3.5.2.7), or a NEGOTIATE of SMB1 (3.3.5.3.1).
 */
class Smb2Chain
{
  public:
    static constexpr std::size_t MOST_REQUESTS = 64; //!< most requests of a message

    /**
     * @param message a message
     * @return whether it is of SMB1
     */
    static bool IsSmb1(const FileServiceMessage& message);

    /**
     * @param message a NEGOTIATE of SMB1
     * @return the dialects of SMB 2 that it offers
     */
    static std::vector<uint16_t> GetDialects(const FileServiceMessage& message);

    /**
     * @param message a message of SMB 2
     * @return whether it has more than one request
     */
    static bool IsCompound(const FileServiceMessage& message);

    /**
     * @param message a message of SMB 2
     * @return its requests, none if it is malformed or has too many
     */
    static std::deque<FileServiceMessage> Split(const FileServiceMessage& message);
};

} // namespace ns3

#endif /* SMB2_CHAIN_H */
