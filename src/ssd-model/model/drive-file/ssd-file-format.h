/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_FILE_FORMAT_H
#define SSD_FILE_FORMAT_H

#include "ns3/drive-file-format.h"
#include "ns3/ssd-parameters.h"

namespace ns3
{

/**
 * @ingroup ssd-model-drive-file
 *
 * The files of flash drives: their keywords, and where they are.
 */
class SsdFileFormat
{
  public:
    /**
     * @return the format
     */
    static const DriveFileFormat<SsdParameters>& Get();
};

} // namespace ns3

#endif /* SSD_FILE_FORMAT_H */
