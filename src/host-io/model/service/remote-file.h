/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_FILE_H
#define REMOTE_FILE_H

#include "remote-contents.h"
#include "remote-file-store.h"
#include "remote-read-ahead.h"
#include "remote-write-behind.h"

#include "ns3/file-request.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service
 *
 * The contents of one file of a server without a page cache: what is read ahead and what is written
 * behind, kept consistent. What was read and passed is read again from the server.
 */
class RemoteFile : public RemoteContents
{
  public:
    /**
     * @param store the file, which outlives this
     * @param reading how to read
     * @param writing how to write
     */
    RemoteFile(RemoteFileStore& store,
               const RemoteReadAhead::Settings& reading,
               const RemoteWriteBehind::Settings& writing);

    void Read(Ptr<FileRequest> request, bool direct, Done done) override;
    void Write(Ptr<FileRequest> request, bool stable, Done done) override;
    void Flush(bool commit, Done done) override;
    void Forget() override;
    void SetServerSize(uint64_t bytes) override;
    uint64_t GetServerSize() const override;
    uint64_t GetSize() const override;
    bool IsClean() const override;

  private:
    RemoteReadAhead m_reading;   //!< what was read
    RemoteWriteBehind m_writing; //!< what was written
    uint64_t m_readBytes;        //!< most bytes of a fetched piece
    uint64_t m_serverSize{0};    //!< size on the server, bytes
};

} // namespace ns3

#endif /* REMOTE_FILE_H */
