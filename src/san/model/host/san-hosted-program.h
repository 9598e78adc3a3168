/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOSTED_PROGRAM_H
#define SAN_HOSTED_PROGRAM_H

#include "san-file-system.h"

#include "ns3/block-device.h"
#include "ns3/file-program.h"
#include "ns3/file-service-client.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/page-cache.h"
#include "ns3/simple-ref-count.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-host
 *
 * A program on a file system of its own, of its host or of a file server: waits until that is
 * made and mounted, runs, and has all written back.
 */
class SanHostedProgram : public SimpleRefCount<SanHostedProgram>
{
  public:
    /// Called when the program begins, and when it has ended and all is written back.
    using Listener = Callback<void, Ptr<SanHostedProgram>>;

    /**
     * @param node the host
     * @param files the file system
     * @param client what reaches it on a file server; null if it is the host's own
     * @param program the program
     */
    SanHostedProgram(Ptr<Node> node,
                     Ptr<SanFileSystem> files,
                     Ptr<FileServiceClient> client,
                     Ptr<FileProgram> program);

    /**
     * Begin as soon as the file system is made and mounted.
     *
     * @param begun called when the program begins
     * @param ended called at the end
     */
    void Start(Listener begun, Listener ended);

    /**
     * Stop the program at a time of the simulation.
     *
     * @param time when
     */
    void Stop(Time time);

    /**
     * @return the drive
     */
    Ptr<BlockDevice> GetDrive() const;

    /**
     * @return the page cache in front of the drive
     */
    Ptr<PageCache> GetCache() const;

    /**
     * @return the file system, the host's own or that of its file server
     */
    Ptr<SanFileSystem> GetFiles() const;

    /**
     * @return the client of the file service, null without one
     */
    Ptr<FileServiceClient> GetClient() const;

    /**
     * @return the program
     */
    Ptr<FileProgram> GetProgram() const;

    /**
     * @return whether the program itself has begun
     */
    bool HasBegun() const;

    /**
     * @return what stopped it before its end, empty if nothing did
     */
    const std::string& GetFailure() const;

  private:
    /**
     * The file system was made.
     *
     * @param failure what went wrong, empty if nothing did
     */
    void FilesMade(const std::string& failure);

    /**
     * The drive is lost for good, or the file service cannot be mounted: a program that waits for
     * it does not begin.
     *
     * @param reason why
     */
    void CannotBegin(const std::string& reason);

    /// The file system can be used.
    void Run();

    /// The program has ended.
    void ProgramEnded();

    /**
     * The client has written back.
     *
     * @param request what did it
     */
    void ClientWrittenBack(Ptr<FileRequest> request);

    /**
     * All is done, or something went wrong.
     *
     * @param failure what went wrong, empty if nothing did
     */
    void End(const std::string& failure);

    Ptr<Node> m_node;                //!< the host
    Ptr<SanFileSystem> m_files;      //!< the file system
    Ptr<FileServiceClient> m_client; //!< null without a file service
    Ptr<FileProgram> m_program;      //!< the program
    Listener m_begun;                //!< told of the program's begin
    Listener m_ended;                //!< told of the end
    bool m_hasBegun{false};          //!< whether the program has begun
    bool m_hasEnded{false};          //!< whether all is done, or nothing more can be
    std::string m_failure;           //!< what went wrong
};

} // namespace ns3

#endif /* SAN_HOSTED_PROGRAM_H */
