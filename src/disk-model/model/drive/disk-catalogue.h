/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_CATALOGUE_H
#define DISK_CATALOGUE_H

#include "ns3/disk-parameters.h"
#include "ns3/drive-kind.h"

#include <string>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * The known drive models. Each is a file of a DiskFileFormat. To add a drive, add a file.
 */
class DiskCatalogue
{
  public:
    /**
     * @param model a name of the catalogue, or the path of a drive file, which has a slash in it,
     * or the path of a DiskSim file, which ends in .parv, .diskspecs or .model, or those and :NAME
     * for the disk NAME of several
     * @return the drive
     * @throw UserError if there is no such drive, naming it and the known ones, or if its
     * file does not hold a drive
     */
    static DiskParameters Get(const std::string& model);

    /**
     * @return disks, for a catalogue of several kinds
     */
    static const DriveKind& GetKind();
};

} // namespace ns3

#endif /* DISK_CATALOGUE_H */
