/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_ARRAY_CHECKS_H
#define SAN_ARRAY_CHECKS_H

#include "ns3/array-scrub.h"
#include "ns3/san-report.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-storage
 *
 * Whether the members of arrays agree once all is at rest (ArrayScrub). summary.json has how many
 * stripes were compared and in how many members disagreed, if any array is watched.
 */
class SanArrayChecks : public SanReport
{
  public:
    /**
     * Watch arrays from now on.
     *
     * @param units drives and arrays
     */
    void Attach(const std::vector<Ptr<BlockDevice>>& units);

    /**
     * @return whether any array is watched
     */
    bool IsAny() const;

    /**
     * Read all that was written. Nothing else may go on.
     *
     * @param done called at the end, not from inside this call
     */
    void Start(std::function<void()> done);

    /**
     * @return how many stripes are inconsistent and the first of them, one line; empty if none is
     */
    std::string GetError() const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    std::vector<std::unique_ptr<ArrayScrub>> m_scrubs; //!< of each array
    std::size_t m_pending{0};                          //!< scrubs that have not ended
};

} // namespace ns3

#endif /* SAN_ARRAY_CHECKS_H */
