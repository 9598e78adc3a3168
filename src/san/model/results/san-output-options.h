/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_OUTPUT_OPTIONS_H
#define SAN_OUTPUT_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-results
 *
 * What is written.
 */
class SanOutputOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanOutputOptions(ProgramOptions& list);

    /// Add what is written.
    void AddOutput();

    /**
     * Add what the results of a load have (the group "results"), the folder and what is printed.
     *
     * @param saysProgress whether the program says how far a run is
     */
    void AddResults(bool saysProgress = true);

    bool storeData{false};                  //!< keep contents
    bool pcap{false};                       //!< capture the first target's link
    int32_t snaplen{-1};                    //!< bytes kept of a captured packet, 0: all, -1: gzip
    Time warmUp{0};                         //!< after it the steady rate counts
    bool tcpSeries{false};                  //!< write figures of TCP connections over time
    std::string folder{"out/iscsi-san"};    //!< folder for results
    uint32_t requestInterval{1};            //!< every how many requests one has a row, 0: none
    std::string requestCompression{"none"}; //!< how the table of requests is compressed
    bool json{false};                       //!< print JSON instead of tables
    bool quiet{false};                      //!< say nothing of how far the run is

    /**
     * @return the file of requests in the folder; empty for none
     */
    std::string GetRequestsFile() const;
};

} // namespace ns3

#endif /* SAN_OUTPUT_OPTIONS_H */
