/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "smb-file.h"

#include <utility>

namespace ns3
{

SmbFile::SmbFile(const SmbCall& call,
                 SmbFileId fileId,
                 uint32_t multiplex,
                 const RemoteReadAhead::Settings& reading,
                 const RemoteWriteBehind::Settings& writing)
    : m_call(call),
      m_fileId(fileId),
      m_multiplex(multiplex),
      m_contents(*this, reading, writing)
{
    // The server alone knows the size; it says where the file ends.
    m_contents.SetServerSize(INT64_MAX);
}

SmbFileId
SmbFile::GetFileId() const
{
    return m_fileId;
}

RemoteFile&
SmbFile::GetContents()
{
    return m_contents;
}

void
SmbFile::SetWriteThrough(bool writeThrough)
{
    m_writeThrough = writeThrough;
}

void
SmbFile::ReadRemote(uint64_t offset, uint32_t bytes, ReadDone done)
{
    Transfer transfer;
    transfer.command = SmbCommand::READ;
    transfer.request.fileId = m_fileId;
    transfer.request.offset = offset;
    transfer.request.bytes = bytes;
    transfer.answered = [done](SmbStatus status, const SmbResponse& response) {
        done(ToFileStatus(status), response.payload);
    };
    m_waiting.push_back(std::move(transfer));
    SendNext();
}

void
SmbFile::WriteRemote(uint64_t offset,
                     const FileServicePayload& payload,
                     bool /* stable */,
                     WriteDone done)
{
    Transfer transfer;
    transfer.command = SmbCommand::WRITE;
    transfer.request.fileId = m_fileId;
    transfer.request.offset = offset;
    transfer.request.payload = payload;
    transfer.request.writeThrough = m_writeThrough;
    transfer.answered = [done, bytes = payload.bytes](SmbStatus status,
                                                      const SmbResponse& response) {
        const bool isShort = status == SmbStatus::OK && response.bytes < bytes;
        done(isShort ? FileStatus::NO_SPACE : ToFileStatus(status), 0);
    };
    m_waiting.push_back(std::move(transfer));
    SendNext();
}

void
SmbFile::CommitRemote(WriteDone done)
{
    SmbRequest request;
    request.fileId = m_fileId;
    m_call(SmbCommand::FLUSH, request, [done](SmbStatus status, const SmbResponse& /* response */) {
        done(ToFileStatus(status), 0);
    });
}

void
SmbFile::SendNext()
{
    while (!m_waiting.empty() && m_outstanding < m_multiplex)
    {
        const auto transfer = std::move(m_waiting.front());
        m_waiting.pop_front();
        ++m_outstanding;
        m_call(transfer.command,
               transfer.request,
               [self = Ptr<SmbFile>(this), answered = transfer.answered](SmbStatus status,
                                                                         const auto& response) {
                   --self->m_outstanding;
                   self->SendNext();
                   answered(status, response);
               });
    }
}

} // namespace ns3
