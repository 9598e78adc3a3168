/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_KEYWORDS_H
#define SSD_KEYWORDS_H

#include "ns3/drive-file-reader.h"
#include "ns3/ssd-parameters.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-drive-file
 *
 * A keyword of files of flash drives: how its values are read.
 */
struct SsdKeyword : DriveKeyword
{
    /// Takes the values of a line.
    std::function<void(SsdParameters& parameters, const DriveFileValues& values)> take;
};

/**
 * @ingroup ssd-model-drive-file
 *
 * The keywords of files of flash drives.
 */
class SsdKeywords
{
  public:
    /// A keyword and its name.
    using Named = std::pair<std::string, SsdKeyword>;

    /**
     * @return the keywords in the order in which the documentation has them
     */
    static const std::vector<Named>& Get();

    /**
     * @param name a name
     * @return the keyword, or null
     */
    static const SsdKeyword* Find(std::string_view name);
};

} // namespace ns3

#endif /* SSD_KEYWORDS_H */
