/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOST_H
#define SAN_HOST_H

#include "san-hosted-program.h"

#include "ns3/block-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/page-cache.h"

#include <vector>

namespace ns3
{

class SanHostOptions;
class SanLoadOptions;

/// What the operating system of an initiator, or of a file server, puts on each drive: a page
/// cache, and for a program a file system.
class SanHost
{
  public:
    /**
     * @param o the options; they outlive this object
     */
    SanHost(const SanHostOptions& o, const SanLoadOptions& load, bool storeData);

    /**
     * Put a page cache in front of each drive, if the options say so.
     *
     * @param drives drives that the initiator sees
     * @return what its block workload works on
     */
    std::vector<Ptr<BlockDevice>> AddCaches(const std::vector<Ptr<BlockDevice>>& drives) const;

    /**
     * Give the program of the options a file system to work on, to be made when the drive is ready.
     *
     * @param node the host that has the drive
     * @param drive the drive
     * @return the file system on the drive
     * @throw UserError naming the option that is wrong
     */
    Ptr<SanFileSystem> MakeFiles(Ptr<Node> node, Ptr<BlockDevice> drive) const;

    /**
     * Install the program of the options, which begins when its file system is made.
     *
     * @param node the initiator
     * @param files the file system
     * @param client what reaches it on a file server; null if it is the initiator's own
     * @return the program
     * @throw UserError naming the option that is wrong
     */
    Ptr<SanHostedProgram> InstallProgram(Ptr<Node> node,
                                         Ptr<SanFileSystem> files,
                                         Ptr<FileServiceClient> client) const;

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

    /**
     * @param fileSystem where the program works
     * @return the program of the options
     */
    Ptr<FileProgram> MakeProgram(Ptr<FileSystem> fileSystem) const;

    /**
     * @param fileSystem where the program works
     * @return what makes the files that dd or a trace needs; null for another program
     */
    Ptr<FileProgram> MakePreparation(Ptr<FileSystem> fileSystem) const;

    /**
     * @param factory makes a program
     * @param fileSystem where it works
     * @return the program, the configuration of which is right
     */
    static Ptr<FileProgram> Finish(const ObjectFactory& factory, Ptr<FileSystem> fileSystem);

    const SanHostOptions& m_options; //!< page cache and file system
    const SanLoadOptions& m_load;    //!< what programs do
    bool m_storeData;                //!< whether contents are kept
};

} // namespace ns3

#endif /* SAN_HOST_H */
