/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_WRITER_H
#define DISK_PARAMETERS_WRITER_H

#include "ns3/disk-parameters.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * The writer of drive files. DiskParametersReader reads such a file back as the same drive, except
 * for its name, which is that of the file.
 */
class DiskParametersWriter
{
  public:
    /**
     * Write a drive. Keywords that may be left out stand only where they say something.
     *
     * @param parameters the drive, its times in whole nanoseconds
     * @param stream gets the drive file
     */
    static void Write(const DiskParameters& parameters, std::ostream& stream);
};

} // namespace ns3

#endif /* DISK_PARAMETERS_WRITER_H */
