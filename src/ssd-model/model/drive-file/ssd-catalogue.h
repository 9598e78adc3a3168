/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_CATALOGUE_H
#define SSD_CATALOGUE_H

#include "ns3/drive-kind.h"
#include "ns3/ssd-parameters.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ssd-model-drive-file
 *
 * The known flash drives. Each is a file of an SsdFileFormat. To add a drive, add a file.
 */
class SsdCatalogue
{
  public:
    /**
     * @param model a name of the catalogue, or the path of a drive file, which has a slash in it
     * @return the drive
     * @throw UserError if there is no such drive, naming it and the known ones, or if its file does
     *        not hold a drive
     */
    static SsdParameters Get(const std::string& model);

    /**
     * @return flash drives, for a catalogue of several kinds
     */
    static const DriveKind& GetKind();
};

} // namespace ns3

#endif /* SSD_CATALOGUE_H */
