/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_LOAD_OPTIONS_H
#define SAN_LOAD_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup san-load-kind
 *
 * Options that several kinds of workloads have.
 */
class SanLoadOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanLoadOptions(ProgramOptions& list);

    /**
     * Add the options.
     *
     * @param getNeed gives what an option of a name needs
     */
    void AddOptions(const std::function<std::string(const std::string&)>& getNeed);

    /// Add what tcp-bulk sends.
    void AddTransfer();

    double rate{100};               //!< arrivals per second
    uint32_t queueDepth{1};         //!< requests outstanding in a closed loop
    Time thinkTime{0};              //!< of a closed loop
    std::string pattern{"uniform"}; //!< uniform, sequential or zipf
    std::string size{"4096"};       //!< request sizes
    uint32_t alignment{4096};       //!< of which first bytes of requests are multiples
    double readFraction{0.67};      //!< share of reads
    uint64_t count{1000};           //!< requests per initiator
    Time stop{0};                   //!< no new requests after it, if above zero
    Time rampTime{0};               //!< requests before it do not count
};

} // namespace ns3

#endif /* SAN_LOAD_OPTIONS_H */
