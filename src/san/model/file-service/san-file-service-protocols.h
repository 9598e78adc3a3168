/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FILE_SERVICE_PROTOCOLS_H
#define SAN_FILE_SERVICE_PROTOCOLS_H

#include "ns3/program-options.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-file-service
 *
 * A protocol by which programs can reach files on a server.
 */
struct SanFileServiceProtocol
{
    /// Attributes that are options, and what these have of their own.
    using Attributes = std::vector<std::pair<std::string, ProgramOptions::AttributeOption>>;

    std::string word;     //!< the protocol's name, with which its options begin
    std::string protocol; //!< as FileServiceHelper names it
    Attributes client;    //!< attributes of the clients
    Attributes server;    //!< attributes of the servers
    std::string dialect;  //!< as FileServiceHelper names it, empty for the protocol's own
};

/**
 * @return all of them
 */
const std::vector<SanFileServiceProtocol>& GetSanFileServices();

/**
 * @param word name of a protocol
 * @return the protocol, null if it is none
 */
const SanFileServiceProtocol* FindSanFileService(const std::string& word);

} // namespace ns3

#endif /* SAN_FILE_SERVICE_PROTOCOLS_H */
