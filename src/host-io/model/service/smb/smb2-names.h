/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB2_NAMES_H
#define SMB2_NAMES_H

#include "smb-names.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * Operations on names by SMB 2.1: CREATE opens the name, a request looks at it or changes it, CLOSE
 * closes it.
 */
class Smb2Names : public SmbNames
{
  public:
    /**
     * @param call sends requests; outlives this
     */
    explicit Smb2Names(const SmbCall& call);

    void Stat(Ptr<FileRequest> request, Done done) override;
    void List(Ptr<FileRequest> request, Done done) override;
    void Remove(Ptr<FileRequest> request, Done done) override;
    void Rename(Ptr<FileRequest> request, Done done) override;
    void MakeDirectory(Ptr<FileRequest> request, Done done) override;

  private:
    /// Called with what was opened.
    using Opened = std::function<void(SmbFileId fileId)>;

    /**
     * Open a name without its contents; the operation ends if that fails.
     *
     * @param create what to open
     * @param done called with the error
     * @param opened called with what was opened
     */
    void OpenName(const SmbRequest& create, Done done, Opened opened);

    /**
     * Close what OpenName opened, and end the operation.
     *
     * @param fileId what is open
     * @param status how the operation went so far
     * @param done called with the outcome
     */
    void CloseName(SmbFileId fileId, FileStatus status, Done done);

    /**
     * Ask for something to be set on an open name, close it, and end the operation.
     *
     * @param set what to set
     * @param done called with the outcome
     */
    void SetAndClose(const SmbRequest& set, Done done);

    /**
     * Ask for names until all are listed, close the directory, and end the operation.
     *
     * @param request a LIST
     * @param fileId the open directory
     * @param done called with the outcome
     */
    void ListOpen(Ptr<FileRequest> request, SmbFileId fileId, Done done);
};

} // namespace ns3

#endif /* SMB2_NAMES_H */
