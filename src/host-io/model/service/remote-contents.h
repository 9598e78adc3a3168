/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_CONTENTS_H
#define REMOTE_CONTENTS_H

#include "ns3/file-request.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * The contents of one file of a server as a client's programs see them.
 */
class RemoteContents : public SimpleRefCount<RemoteContents>
{
  public:
    /// Told the end of a request.
    using Done = std::function<void(FileStatus)>;

    virtual ~RemoteContents() = default;

    /**
     * Read; `done` and `data` of the request are set.
     *
     * @param request the READ
     * @param direct true to fetch just what is asked for
     * @param done called once, never from inside
     */
    virtual void Read(Ptr<FileRequest> request, bool direct, Done done) = 0;

    /**
     * Write; `done` of the request is set.
     *
     * @param request the WRITE, whose offset is where to write
     * @param stable true to complete when the contents are on the server's medium
     * @param done called once, never from inside
     */
    virtual void Write(Ptr<FileRequest> request, bool stable, Done done) = 0;

    /**
     * Send what was written and wait for the server.
     *
     * @param commit true to wait for the server's medium too
     * @param done called once, never from inside; told an error of an earlier write
     */
    virtual void Flush(bool commit, Done done) = 0;

    /**
     * Forget what was read: somebody else changed the file, or its size changed.
     */
    virtual void Forget() = 0;

    /**
     * @param bytes size of the file on the server
     */
    virtual void SetServerSize(uint64_t bytes) = 0;

    /**
     * @return size of the file on the server as far as known, bytes
     */
    virtual uint64_t GetServerSize() const = 0;

    /**
     * @return size of the file as the client's programs see it, bytes
     */
    virtual uint64_t GetSize() const = 0;

    /**
     * @return true if nothing that was written waits for the server
     */
    virtual bool IsClean() const = 0;
};

} // namespace ns3

#endif /* REMOTE_CONTENTS_H */
