/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_FILE_H
#define SMB_FILE_H

#include "smb-message.h"

#include "ns3/ptr.h"
#include "ns3/remote-file.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3
{

/// Called with the outcome of a request, and its response.
using SmbAnswered = std::function<void(SmbStatus, const SmbResponse&)>;

/// Sends a request to an SMB server; never answered from inside.
using SmbCall = std::function<void(SmbCommand, const SmbRequest&, SmbAnswered)>;

/**
 * @ingroup host-io-service-smb
 *
 * An open file of an SMB client. At most Multiplex READs and WRITEs of it are outstanding; others
 * wait in order.
 */
class SmbFile : public SimpleRefCount<SmbFile>, public RemoteFileStore
{
  public:
    /**
     * @param call sends requests; outlives this
     * @param fileId number of the file at the server
     * @param multiplex most requests outstanding
     * @param reading how to read
     * @param writing how to write
     */
    SmbFile(const SmbCall& call,
            SmbFileId fileId,
            uint32_t multiplex,
            const RemoteReadAhead::Settings& reading,
            const RemoteWriteBehind::Settings& writing);

    /**
     * @return number of the file at the server
     */
    SmbFileId GetFileId() const;

    /**
     * @return reads and writes
     */
    RemoteFile& GetContents();

    /**
     * @param writeThrough whether writes wait for the server's medium
     */
    void SetWriteThrough(bool writeThrough);

    void ReadRemote(uint64_t offset, uint32_t bytes, ReadDone done) override;
    void WriteRemote(uint64_t offset,
                     const FileServicePayload& payload,
                     bool stable,
                     WriteDone done) override;
    void CommitRemote(WriteDone done) override;

  private:
    /// A READ or WRITE.
    struct Transfer
    {
        SmbCommand command{SmbCommand::READ}; //!< which
        SmbRequest request;                   //!< the request
        SmbAnswered answered;                 //!< called with the response
    };

    /**
     * Send what may be sent.
     */
    void SendNext();

    const SmbCall& m_call;          //!< sends requests
    SmbFileId m_fileId;             //!< number of the file at the server
    uint32_t m_multiplex;           //!< most requests outstanding
    uint32_t m_outstanding{0};      //!< requests outstanding
    bool m_writeThrough{false};     //!< whether writes wait for the server's medium
    std::deque<Transfer> m_waiting; //!< requests that wait
    RemoteFile m_contents;          //!< reads and writes
};

} // namespace ns3

#endif /* SMB_FILE_H */
