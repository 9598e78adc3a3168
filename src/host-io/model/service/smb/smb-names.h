/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMB_NAMES_H
#define SMB_NAMES_H

#include "smb-file.h"
#include "smb-message.h"

#include "ns3/file-request.h"
#include "ns3/ptr.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-service-smb
 *
 * What an SMB client asks for when a program looks at names or changes them: dialects differ in the
 * requests that this takes. Paths are absolute and not checked against the root.
 */
class SmbNames
{
  public:
    /// Told how an operation ended.
    using Done = std::function<void(FileStatus)>;

    /**
     * @param path a path
     * @return the name below the share: without the first slash, and no slash twice
     */
    static std::string GetShareName(const std::string& path);

    virtual ~SmbNames() = default;

    /**
     * @param request a STAT, whose attributes are set
     * @param done called once, never from inside
     */
    virtual void Stat(Ptr<FileRequest> request, Done done) = 0;

    /**
     * @param request a LIST, to whose names those of the directory are added
     * @param done called once, never from inside
     */
    virtual void List(Ptr<FileRequest> request, Done done) = 0;

    /**
     * @param request an UNLINK or REMOVE_DIRECTORY
     * @param done called once, never from inside
     */
    virtual void Remove(Ptr<FileRequest> request, Done done) = 0;

    /**
     * @param request a RENAME
     * @param done called once, perhaps from inside
     */
    virtual void Rename(Ptr<FileRequest> request, Done done) = 0;

    /**
     * @param request a MAKE_DIRECTORY
     * @param done called once, never from inside
     */
    virtual void MakeDirectory(Ptr<FileRequest> request, Done done) = 0;

  protected:
    /**
     * @param call sends requests; outlives this
     */
    explicit SmbNames(const SmbCall& call);

    /**
     * @param done called with the outcome of a request
     * @return the same for a request
     */
    static SmbAnswered ReportStatus(Done done);

    /**
     * Add names that a server told, without "." and "..".
     *
     * @param request a LIST
     * @param names the names
     */
    static void AddNames(FileRequest& request, const std::vector<std::string>& names);

    const SmbCall& m_call; //!< sends requests
};

} // namespace ns3

#endif /* SMB_NAMES_H */
