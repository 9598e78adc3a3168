/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CATALOGUE_H
#define DISK_CATALOGUE_H

#include "disk-parameters.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * The known models of drives. Each is a drive file NAME.disk in one of the catalogue's folders:
 * those of the environment variable NS3_ISCSI_DATA, separated by colons, and then the module's own
 * folder data. A drive is added by adding a file.
 */
class DiskCatalogue
{
  public:
    /**
     * @param model a name of the catalogue, or the path of a drive file, which has a slash in it,
     * or the path of a DiskSim file, which ends in .parv, .diskspecs or .model, or those and :NAME
     * for the disk NAME of several
     * @return the drive
     * @throw UserError if there is no such drive, naming it and the known ones, or if its file
     *         does not hold a drive
     */
    static DiskParameters Get(const std::string& model);

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

#endif /* DISK_CATALOGUE_H */
