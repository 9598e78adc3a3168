/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_FILE_STORE_H
#define REMOTE_FILE_STORE_H

#include "file-service-message.h"

#include "ns3/file-request.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * One file of a server, as the cache of a client reaches it: each call is one request on the wire.
 * What is passed to be called is called exactly once, never from inside.
 */
class RemoteFileStore
{
  public:
    /// Told the outcome of a read, and what was read: less than asked at the end of the file.
    using ReadDone = std::function<void(FileStatus, const FileServicePayload&)>;

    /// Told the outcome of a write or commit, and the number of the server's instance: data that
    /// was written to one instance and not committed is lost if the next has another number.
    using WriteDone = std::function<void(FileStatus, uint64_t)>;

    virtual ~RemoteFileStore() = default;

    /**
     * @param offset the first byte
     * @param bytes how many
     * @param done called with the outcome
     */
    virtual void ReadRemote(uint64_t offset, uint32_t bytes, ReadDone done) = 0;

    /**
     * @param offset the first byte
     * @param payload the contents
     * @param stable true if they are to be on the server's medium before the reply
     * @param done called with the outcome
     */
    virtual void WriteRemote(uint64_t offset,
                             const FileServicePayload& payload,
                             bool stable,
                             WriteDone done) = 0;

    /**
     * Have the server put on its medium what was written to it.
     *
     * @param done called with the outcome
     */
    virtual void CommitRemote(WriteDone done) = 0;
};

} // namespace ns3

#endif /* REMOTE_FILE_STORE_H */
