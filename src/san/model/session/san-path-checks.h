/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PATH_CHECKS_H
#define SAN_PATH_CHECKS_H

#include "ns3/multipath-device.h"
#include "ns3/san-report.h"
#include "ns3/san-violations.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * Whether each path of multipath I/O that is said to be up can be used: its device is ready.
 * summary.json has how many paths came up and how often one was not ready, if any is watched.
 */
class SanPathChecks : public SanReport
{
  public:
    /**
     * Watch the drives that have several paths from now on.
     *
     * @param drives drives as hosts see them
     */
    void Attach(const std::vector<Ptr<BlockDevice>>& drives);

    /**
     * @return how often a path was not ready and the first time, one line; empty if each was
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /**
     * A path is up.
     *
     * @param number number of its drive
     * @param path its number there
     */
    void NoteUp(uint32_t number, uint32_t path);

    std::vector<Ptr<MultipathDevice>> m_drives; //!< those that are watched
    uint64_t m_ups{0};                          //!< paths that came up
    SanViolations m_violations;                 //!< those that were not ready
};

} // namespace ns3

#endif /* SAN_PATH_CHECKS_H */
