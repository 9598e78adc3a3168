/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_H2BENCHW_KIND_H
#define SAN_H2BENCHW_KIND_H

#include "ns3/san-block-kind.h"

namespace ns3
{

/**
 * @ingroup san-load-benchmark
 *
 * h2benchw, a benchmark of each drive.
 */
class SanH2benchwKind : public SanBlockKind
{
  public:
    SanH2benchwKind();

    void AddOptions(ProgramOptions& list) override;
    ApplicationContainer Install(const Place& place) const override;
    bool IsPerDrive() const override;

    /**
     * Record the requests to its drive by phase, and report its figures as those of a program.
     */
    void Report(Ptr<BlockWorkload> workload,
                uint32_t initiator,
                uint32_t drive,
                SanResults& results) const override;
};

} // namespace ns3

#endif /* SAN_H2BENCHW_KIND_H */
