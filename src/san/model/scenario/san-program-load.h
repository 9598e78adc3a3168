/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROGRAM_LOAD_H
#define SAN_PROGRAM_LOAD_H

#include "san-load.h"

#include "ns3/application-container.h"
#include "ns3/block-device.h"
#include "ns3/nstime.h"
#include "ns3/san-hosted-program.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup san-scenario
 *
 * Programs on files, one on each drive. The drives are dealt out to the initiators in turn.
 */
class SanProgramLoad : public SanLoad
{
  public:
    using SanLoad::SanLoad;

    int64_t Install(const SanOptions& o) override;
    void CheckBegun() override;

    /**
     * @return number of programs
     */
    uint32_t GetN() const;

    /**
     * @param i number of a program, initiator by initiator
     * @return the program on its file system
     */
    Ptr<SanHostedProgram> Get(uint32_t i) const;

    /**
     * @param i number of a program, initiator by initiator
     * @return number of its drive among all that an initiator sees, or of the file servers
     */
    uint32_t GetDriveNumber(uint32_t i) const;

    /**
     * @return the file servers, one for each file system; none without a file service
     */
    const ApplicationContainer& GetFileServers() const;

    /**
     * @return what is below the file systems of the file servers: drives, and arrays of drives
     */
    const std::vector<Ptr<BlockDevice>>& GetServedUnits() const;

    /**
     * Restart all file servers: connections break, and files stay as they are.
     *
     * @param pause how long they take no connections
     */
    void RestartFileServers(Time pause) const;

  private:
    /**
     * Install the programs of an initiator on file systems of its own.
     *
     * @param i the initiator's number
     * @param o the options
     */
    void InstallLocal(uint32_t i, const SanOptions& o);

    /**
     * Install the programs of all initiators on file systems of file servers.
     *
     * @param o the options
     */
    void InstallRemote(const SanOptions& o);

    /**
     * Let a program begin when it can, and report it.
     *
     * @param program the program
     * @param initiator number of its initiator
     * @param drive number of its drive
     * @param o the options
     */
    void Start(Ptr<SanHostedProgram> program,
               uint32_t initiator,
               uint32_t drive,
               const SanOptions& o);

    /**
     * A program begins on its drive.
     *
     * @param program the program
     */
    void ProgramBegun(Ptr<SanHostedProgram> program);

    /**
     * A program has ended, and what it wrote is on its drive.
     *
     * @param program the program
     */
    void ProgramEnded(Ptr<SanHostedProgram> program);

    /**
     * The simulation is over: note it if a program never began, or all of its operations failed.
     *
     * @param i number of the program
     */
    void CheckOperations(std::size_t i);

    std::vector<Ptr<SanHostedProgram>> m_programs; //!< by initiator, then by drive
    std::vector<uint32_t> m_driveNumbers;          //!< number of the drive of each
    ApplicationContainer m_fileServers;            //!< target node by target node
    std::vector<Ptr<BlockDevice>> m_servedUnits;   //!< below the file system of each server
};

} // namespace ns3

#endif /* SAN_PROGRAM_LOAD_H */
