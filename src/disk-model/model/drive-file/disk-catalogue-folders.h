/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CATALOGUE_FOLDERS_H
#define DISK_CATALOGUE_FOLDERS_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * Where the drive files of the catalogue are: the folders of the environment variable
 * NS3_ISCSI_DATA, separated by colons, and then the module's own folder data. The file of a drive
 * is called NAME.disk.
 */
class DiskCatalogueFolders
{
  public:
    /**
     * @param model a name of the catalogue
     * @return path of its file, empty if there is no such drive
     */
    static std::string FindFile(const std::string& model);

    /**
     * @return the names of the catalogue in alphabetical order
     */
    static std::vector<std::string> GetNames();

  private:
    /**
     * @return the folders of the catalogue in the order of search
     */
    static std::vector<std::string> GetFolders();
};

} // namespace ns3

#endif /* DISK_CATALOGUE_FOLDERS_H */
