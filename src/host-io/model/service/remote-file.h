/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_FILE_H
#define REMOTE_FILE_H

#include "remote-file-store.h"
#include "remote-read-ahead.h"
#include "remote-write-behind.h"

#include "ns3/file-request.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * The contents of one file of a server as a client's programs see them: what is read ahead and what
 * is written behind, kept consistent. It is no page cache: what was read and passed is read again
 * from the server.
 */
class RemoteFile
{
  public:
    /// Told the end of a request.
    using Done = std::function<void(FileStatus)>;

    /**
     * @param store the file, which outlives this
     * @param reading how to read
     * @param writing how to write
     */
    RemoteFile(RemoteFileStore& store,
               const RemoteReadAhead::Settings& reading,
               const RemoteWriteBehind::Settings& writing);

    /**
     * Read; `done` and `data` of the request are set.
     *
     * @param request the READ
     * @param direct true to fetch just what is asked for
     * @param done called once, never from inside
     */
    void Read(Ptr<FileRequest> request, bool direct, Done done);

    /**
     * Write; `done` of the request is set.
     *
     * @param request the WRITE, whose offset is where to write
     * @param stable true to complete when the contents are on the server's medium
     * @param done called once, never from inside
     */
    void Write(Ptr<FileRequest> request, bool stable, Done done);

    /**
     * Send what was written and wait for the server.
     *
     * @param commit true to wait for the server's medium too
     * @param done called once, never from inside; told an error of an earlier write
     */
    void Flush(bool commit, Done done);

    /**
     * Forget what was read: somebody else changed the file, or its size changed.
     */
    void Forget();

    /**
     * @param bytes size of the file on the server
     */
    void SetServerSize(uint64_t bytes);

    /**
     * @return size of the file on the server as far as known, bytes
     */
    uint64_t GetServerSize() const;

    /**
     * @return size of the file as the client's programs see it, bytes
     */
    uint64_t GetSize() const;

    /**
     * @return true if nothing that was written waits for the server
     */
    bool IsClean() const;

  private:
    RemoteReadAhead m_reading;   //!< what was read
    RemoteWriteBehind m_writing; //!< what was written
    uint64_t m_readBytes;        //!< most bytes of a fetched piece
    uint64_t m_serverSize{0};    //!< size on the server, bytes
};

} // namespace ns3

#endif /* REMOTE_FILE_H */
