/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_IMPORTER_H
#define DISKSIM_IMPORTER_H

#include "disksim-controller-reader.h"
#include "disksim-lexer.h"
#include "disksim-value.h"

#include "ns3/disk-parameters.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-disksim
 *
 * Reads a drive from a parameter file of DiskSim 4: a .parv, .diskspecs or .model file with the
 * files that it sources. A .model file gives a drive without overheads and cache.
 *
 * A parameter that would change the timing and is not supported is an error. One that cannot change
 * it is ignored and noted. The module's documentation lists them.
 */
class DiskSimImporter
{
  public:
    /**
     * @param path path of the file; with :NAME at its end, of the disk NAME among several
     * @throw UserError if it cannot be read
     */
    explicit DiskSimImporter(const std::string& path);

    /**
     * @param lexer the file
     * @param fileName what messages call it
     * @param disk name of the disk, or empty if there is only one
     */
    DiskSimImporter(DiskSimLexer lexer, const std::string& fileName, const std::string& disk);

    /**
     * @param path a path as the constructor takes it
     * @return whether it is one of a DiskSim file, by the ending of its name
     */
    static bool IsDiskSimFile(const std::string& path);

    /**
     * @param path a path as the constructor takes it
     * @return the file, and those that it sources, as far as they can be read
     */
    static std::vector<std::string> GetFileNames(const std::string& path);

    /**
     * Read the whole file.
     *
     * @return the drive, checked
     * @throw UserError naming the file, the line, the parameter and its value
     */
    DiskParameters Import();

    /**
     * @return what was ignored, a line for each parameter
     */
    const std::vector<std::string>& GetNotes() const;

  private:
    /// A path and the name of a disk behind it.
    struct Target
    {
        std::string path; //!< path of the file
        std::string disk; //!< name of the disk, or empty
    };

    /**
     * @param path a path as the constructor takes it
     * @return its parts
     */
    static Target Split(const std::string& path);

    /**
     * @param target a file and a disk
     */
    explicit DiskSimImporter(const Target& target);

    /**
     * @return the block of the drive
     * @throw UserError if there is none or more than one
     */
    const DiskSimBlock& ChooseDisk() const;

    /**
     * @return the blocks that are disks: those instantiated if there are any
     */
    std::vector<const DiskSimBlock*> FindDisks() const;

    /**
     * @param disk the drive
     * @return what lies between the host and it
     */
    DiskSimControllerReader::Path FindPath(const DiskSimBlock& disk);

    /**
     * @param node a component of a topology
     * @param type the disk's block
     * @param above gets the components above a disk of that type
     * @return whether there is one below the component, or it is one
     */
    bool FindAbove(const DiskSimValue& node,
                   const std::string& type,
                   std::vector<const DiskSimBlock*>& above) const;

    /**
     * @param instance name of a component
     * @return its block, or null
     */
    const DiskSimBlock* FindInstance(const std::string& instance) const;

    std::string m_fileName;           //!< what messages call it
    std::string m_disk;               //!< name of the disk, or empty
    DiskSimTree m_tree;               //!< what the file says
    std::vector<std::string> m_notes; //!< what was ignored
};

} // namespace ns3

#endif /* DISKSIM_IMPORTER_H */
