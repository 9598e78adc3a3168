/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOST_H
#define SAN_HOST_H

#include "san-hosted-program.h"

#include "ns3/block-device.h"
#include "ns3/node.h"
#include "ns3/page-cache.h"

#include <vector>

namespace ns3
{

class SanHostOptions;
class SanProgramKind;

/**
 * @ingroup san-host
 *
 * What the operating system of an initiator, or of a file server, makes of its drives: an array,
 * and on each drive or on the array a page cache, and for a program a file system.
 */
class SanHost
{
  public:
    /**
     * @param o the options; they outlive this object
     * @param storeData whether page caches and files have contents
     */
    SanHost(const SanHostOptions& o, bool storeData);

    /**
     * Make one array of all drives, if the options say so.
     *
     * @param drives drives that the initiator sees
     * @return the array alone, or the drives
     * @throw UserError naming the option that is wrong
     */
    std::vector<Ptr<BlockDevice>> Join(const std::vector<Ptr<BlockDevice>>& drives) const;

    /**
     * Put a page cache in front of each drive, if the options say so.
     *
     * @param drives drives that the initiator sees
     * @return what its block workload works on
     */
    std::vector<Ptr<BlockDevice>> AddCaches(const std::vector<Ptr<BlockDevice>>& drives) const;

    /**
     * Give a program a file system to work on, to be made when the drive is ready.
     *
     * @param node the host that has the drive
     * @param drive the drive
     * @param kind the program
     * @return the file system on the drive
     * @throw UserError naming the option that is wrong
     */
    Ptr<SanFileSystem> MakeFiles(Ptr<Node> node,
                                 Ptr<BlockDevice> drive,
                                 const SanProgramKind& kind) const;

    /**
     * Make a file system on a drive, empty, when the drive is ready.
     *
     * @param node the host that has the drive
     * @param drive the drive
     * @return the file system on the drive
     * @throw UserError naming the option that is wrong
     */
    Ptr<SanFileSystem> MakeFiles(Ptr<Node> node, Ptr<BlockDevice> drive) const;

    /**
     * Install a program, which begins when its file system is made.
     *
     * @param node the initiator
     * @param files the file system
     * @param client what reaches it on a file server; null if it is the initiator's own
     * @param kind the program
     * @return the program
     * @throw UserError naming the option that is wrong
     */
    Ptr<SanHostedProgram> InstallProgram(Ptr<Node> node,
                                         Ptr<SanFileSystem> files,
                                         Ptr<FileServiceClient> client,
                                         const SanProgramKind& kind) const;

  private:
    /**
     * @param drive a drive
     * @return a page cache in front of it
     */
    Ptr<PageCache> MakeCache(Ptr<BlockDevice> drive) const;

    /**
     * @param cache a page cache
     * @return a file system behind it, not made yet
     */
    Ptr<ExtentFileSystem> MakeFileSystem(Ptr<PageCache> cache) const;

    const SanHostOptions& m_options; //!< page cache and file system
    bool m_storeData;                //!< whether contents are kept
};

} // namespace ns3

#endif /* SAN_HOST_H */
