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

    /// Add the array of all drives.
    void AddArray();

    /// Add the page cache and the file system of hosts.
    void AddHost(const std::string& programs);

    /// Add the file that says what page caches do over time.
    void AddCacheSeries();

    /**
     * @return whether an initiator makes one array of all drives that it sees
     */
    bool HasArray() const;

    /**
     * Check that the drives that initiators see make an array.
     *
     * @param initiators number of initiators
     * @param drives drives that each of them sees
     * @throw UserError naming what is wrong if they do not
     */
    void CheckArray(uint32_t initiators, uint32_t drives) const;

    std::string array{"none"};          //!< made of all drives: stripe, mirror, raid5
    uint32_t cache{0};                  //!< page cache of each drive at a host, MiB, 0: none
    std::string readAhead{"on-demand"}; //!< read-ahead of files
    std::string fileSystem{"ext4"};     //!< of a program's drive
    Time cacheInterval{0};              //!< interval of cache-series.csv, 0: no such file
};

} // namespace ns3

#endif /* SAN_HOST_OPTIONS_H */
