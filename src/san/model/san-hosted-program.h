/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOSTED_PROGRAM_H
#define SAN_HOSTED_PROGRAM_H

#include "ns3/block-device.h"
#include "ns3/extent-file-system.h"
#include "ns3/file-program.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <string>

namespace ns3
{

/// A program on a file system of its own on a drive: makes the file system, runs what prepares its
/// files, mounts it anew so that nothing of them is cached, runs the program, and writes back.
class SanHostedProgram : public SimpleRefCount<SanHostedProgram>
{
  public:
    /// Called when the program begins, and when it has ended and all is written back.
    using Listener = Callback<void, Ptr<SanHostedProgram>>;

    /**
     * @param node the host
     * @param drive the drive
     * @param fileSystem the file system, with its page cache
     * @param preparation what makes files for the program; null for nothing
     * @param program the program
     */
    SanHostedProgram(Ptr<Node> node,
                     Ptr<BlockDevice> drive,
                     Ptr<ExtentFileSystem> fileSystem,
                     Ptr<FileProgram> preparation,
                     Ptr<FileProgram> program);

    /**
     * Begin as soon as the drive is ready.
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
    void Run(FileStatus status);

    /**
     * Run a program.
     *
     * @param program the program
     * @param ended called when it has ended
     */
    void Launch(Ptr<FileProgram> program, Callback<void> ended);

    /// What prepares the files has ended.
    void Prepared();

    /// The program has ended.
    void WriteBack();

    /**
     * Everything was written back.
     *
     * @param request what did it
     */
    void WrittenBack(Ptr<FileRequest> request);

    /**
     * @param status how a step ended
     * @param step what it is for
     * @return whether it ended well; otherwise this ends
     */
    bool Check(FileStatus status, const std::string& step);

    Ptr<Node> m_node;                   //!< the host
    Ptr<BlockDevice> m_drive;           //!< the drive
    Ptr<ExtentFileSystem> m_fileSystem; //!< the file system
    Ptr<FileProgram> m_preparation;     //!< null once it has ended
    Ptr<FileProgram> m_program;         //!< the program
    Listener m_begun;                   //!< told of the program's begin
    Listener m_ended;                   //!< told of the end
    bool m_hasBegun{false};             //!< whether the program has begun
    std::string m_failure;              //!< what went wrong
};

} // namespace ns3

#endif /* SAN_HOSTED_PROGRAM_H */
