/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_HOST_OPTIONS_H
#define SAN_HOST_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-host
 *
 * Page caches and file systems of hosts.
 */
class SanHostOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanHostOptions(ProgramOptions& list);

    /// Add the page cache and the file system of hosts.
    void AddHost(const std::string& programs);

    /// Add the file that says what page caches do over time.
    void AddCacheSeries();

    uint32_t cache{0};                  //!< page cache of each drive at a host, MiB, 0: none
    std::string readAhead{"on-demand"}; //!< read-ahead of files
    std::string fileSystem{"ext4"};     //!< of a program's drive
    Time cacheInterval{0};              //!< interval of cache-series.csv, 0: no such file
};

} // namespace ns3

#endif /* SAN_HOST_OPTIONS_H */
