/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB1_NAMES_H
#define SMB1_NAMES_H

#include "smb-names.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * Operations on names by NT LM 0.12: one request for each, and for a directory as many as it takes.
 *
 * RENAME refuses a new name that exists. Then the client asks for the attributes of both names,
 * removes the new one if POSIX lets it be replaced, and renames again; this is not atomic.
 */
class Smb1Names : public SmbNames
{
  public:
    /**
     * @param call sends requests; outlives this
     */
    explicit Smb1Names(const SmbCall& call);

    void Stat(Ptr<FileRequest> request, Done done) override;
    void List(Ptr<FileRequest> request, Done done) override;
    void Remove(Ptr<FileRequest> request, Done done) override;
    void Rename(Ptr<FileRequest> request, Done done) override;
    void MakeDirectory(Ptr<FileRequest> request, Done done) override;

  private:
    /// Told the attributes of a name.
    using Found = std::function<void(const FileAttributes&)>;

    /**
     * Ask for the attributes of a name; the operation ends if that fails.
     *
     * @param path the path
     * @param done called with the error
     * @param found called with the attributes
     */
    void Query(const std::string& path, Done done, Found found);

    /**
     * Ask for a name to be removed.
     *
     * @param path the path
     * @param isDirectory whether it is a directory
     * @param done called with the outcome
     */
    void RemoveName(const std::string& path, bool isDirectory, Done done);

    /**
     * Send a RENAME.
     *
     * @param request the RENAME of a program
     * @param answered called with the response
     */
    void SendRename(Ptr<FileRequest> request, SmbAnswered answered);

    /**
     * Remove the new name of a RENAME, which exists, and rename.
     *
     * @param request the RENAME
     * @param done called with the outcome
     */
    void Replace(Ptr<FileRequest> request, Done done);

    /**
     * Take names that a search told, and ask for more if there are.
     *
     * @param request a LIST
     * @param search number of the search
     * @param done called with the outcome
     * @return what is to be told the response
     */
    SmbAnswered TakeNames(Ptr<FileRequest> request, SmbFileId search, Done done);
};

} // namespace ns3

#endif /* SMB1_NAMES_H */
