/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FILE_SYSTEM_H
#define SAN_FILE_SYSTEM_H

#include "ns3/block-device.h"
#include "ns3/extent-file-system.h"
#include "ns3/file-program.h"
#include "ns3/node.h"
#include "ns3/page-cache.h"
#include "ns3/simple-ref-count.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-host
 *
 * A file system of its own on a drive: makes it, runs what prepares files on it, remounts it so
 * that nothing of them is cached, and in the end writes back.
 */
class SanFileSystem : public SimpleRefCount<SanFileSystem>
{
  public:
    /// Told how something ended: what went wrong, empty if nothing did.
    using Listener = Callback<void, const std::string&>;

    /**
     * @param node the host that mounts it
     * @param drive the drive
     * @param cache the page cache in front of it
     * @param fileSystem the file system, with that page cache
     * @param preparation what makes files; null for nothing
     */
    SanFileSystem(Ptr<Node> node,
                  Ptr<BlockDevice> drive,
                  Ptr<PageCache> cache,
                  Ptr<ExtentFileSystem> fileSystem,
                  Ptr<FileProgram> preparation);

    /**
     * Make it as soon as the drive is ready.
     *
     * @param ended told when it is mounted and nothing is cached, or could not be
     */
    void Make(Listener ended);

    /**
     * Write all that is cached to the drive.
     *
     * @param ended told when it is there, or could not be written
     */
    void WriteBack(Listener ended);

    /**
     * @return the drive
     */
    Ptr<BlockDevice> GetDrive() const;

    /**
     * @return the page cache in front of the drive
     */
    Ptr<PageCache> GetCache() const;

    /**
     * @return what programs use
     */
    Ptr<ExtentFileSystem> GetFileSystem() const;

  private:
    /// The drive is ready.
    void Format();

    /**
     * The file system was made, or mounted before and unmounted.
     *
     * @param status how that ended
     */
    void Mount(FileStatus status);

    /**
     * The file system was mounted.
     *
     * @param status how that ended
     */
    void Mounted(FileStatus status);

    /// What prepares the files has ended.
    void Prepared();

    /**
     * Everything was written back.
     *
     * @param request what did it
     */
    void WrittenBack(Ptr<FileRequest> request);

    /**
     * @param status how a step ended
     * @param step what it is for
     * @return whether it ended well; otherwise the listener was told
     */
    bool Check(FileStatus status, const std::string& step);

    Ptr<Node> m_node;                   //!< the host
    Ptr<BlockDevice> m_drive;           //!< the drive
    Ptr<PageCache> m_cache;             //!< the page cache in front of it
    Ptr<ExtentFileSystem> m_fileSystem; //!< the file system
    Ptr<FileProgram> m_preparation;     //!< null once it has ended
    Listener m_ended;                   //!< told of the end of what is being done
};

} // namespace ns3

#endif /* SAN_FILE_SYSTEM_H */
