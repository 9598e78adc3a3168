/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FILE_SYSTEM_H
#define FILE_SYSTEM_H

#include "file-request.h"

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup host-io-file
 *
 * What statvfs() tells.
 */
struct FileSystemSpace
{
    uint64_t bytes{0};     //!< of the whole file system
    uint64_t freeBytes{0}; //!< that files do not use
    uint64_t files{0};     //!< most files and directories
    uint64_t freeFiles{0}; //!< how many more there can be
};

/**
 * @ingroup host-io-file
 *
 * Something that holds files and directories by name: a file system on a block device, or a client
 * of a file service. A program runs unchanged on any of them.
 */
class FileSystem : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Start a request. The file system completes it exactly once, never from inside this call.
     *
     * @param request the request, which must be new and have a completion callback
     */
    void Submit(Ptr<FileRequest> request);

    /**
     * @return true once requests may be submitted: the file system is mounted
     */
    virtual bool IsReady() const = 0;

    /**
     * @return how much room there is; all zero if that is not known, as at a client of a server
     */
    virtual FileSystemSpace GetSpace() const;

    /**
     * Be called once the file system is ready: from inside this call if it is ready now.
     *
     * @param callback what to call
     */
    void CallWhenReady(Callback<void> callback);

    /**
     * TracedCallback signature for a request's start and end.
     */
    using RequestTracedCallback = void (*)(Ptr<const FileRequest> request);

  protected:
    void DoDispose() override;

    /**
     * Start a request.
     */
    virtual void DoSubmit(Ptr<FileRequest> request) = 0;

    /**
     * Complete a request: the only way a file system does so.
     *
     * @param request the request
     * @param status how it ended
     */
    void Complete(Ptr<FileRequest> request, FileStatus status);

    /**
     * Call everybody who waits: from a file system that just became ready.
     */
    void NotifyReady();

  private:
    std::vector<Callback<void>> m_waiting; //!< who waits for the file system to become ready
    TracedCallback<Ptr<const FileRequest>> m_submitTrace;   //!< a request was submitted
    TracedCallback<Ptr<const FileRequest>> m_completeTrace; //!< a request was completed
};

} // namespace ns3

#endif /* FILE_SYSTEM_H */
