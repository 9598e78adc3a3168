/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FAULT_OPTIONS_H
#define SAN_FAULT_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <string>

namespace ns3
{

/**
 * @ingroup san-fault
 *
 * Faults: what goes wrong in a run.
 */
class SanFaultOptions : public SanFeatureOptions
{
  public:
    using SanFeatureOptions::SanFeatureOptions;

    /// Add the schedule of faults.
    void AddFaults();

    std::string faults; //!< times and commands, as SanFaultSchedule takes them
};

} // namespace ns3

#endif /* SAN_FAULT_OPTIONS_H */
