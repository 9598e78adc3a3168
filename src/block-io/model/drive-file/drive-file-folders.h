/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DRIVE_FILE_FOLDERS_H
#define DRIVE_FILE_FOLDERS_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-drive-file
 *
 * Where the drive files of a kind of drive are: the folders of the environment variable
 * NS3_ISCSI_DATA, separated by colons, and then a folder of the module that simulates them. The
 * file of a drive is called by its name and the ending of its kind.
 */
class DriveFileFolders
{
  public:
    /**
     * @param ending of the names of files, with its point
     * @param folder of the module
     */
    DriveFileFolders(std::string ending, std::string folder);

    /**
     * @param model a name of the catalogue
     * @return path of its file, empty if there is no such drive
     */
    std::string FindFile(const std::string& model) const;

    /**
     * @param model a name of the catalogue, or a path, which has a slash in it
     * @return path of its file, empty if the catalogue has no drive of that name
     */
    std::string GetPath(const std::string& model) const;

    /**
     * @param model a name of the catalogue, or a path
     * @return whether it is a drive of this kind, by the catalogue or by the path's ending
     */
    bool Has(const std::string& model) const;

    /**
     * @return the names of the catalogue in alphabetical order
     */
    std::vector<std::string> GetNames() const;

    /**
     * @param model a name that is not in the catalogue
     * @return a message that says so, with the names that are
     */
    std::string DescribeUnknown(const std::string& model) const;

    /**
     * @param model a name that is in no catalogue
     * @param names the names that are, separated by commas
     * @return a message that says so
     */
    static std::string DescribeUnknown(const std::string& model, const std::string& names);

    /**
     * @return the names of the catalogue in alphabetical order, separated by commas
     */
    std::string ListNames() const;

  private:
    /**
     * @return the folders in the order of search
     */
    std::vector<std::string> GetFolders() const;

    std::string m_ending; //!< of the names of files
    std::string m_folder; //!< of the module
};

} // namespace ns3

#endif /* DRIVE_FILE_FOLDERS_H */
