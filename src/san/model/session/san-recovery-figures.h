/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RECOVERY_FIGURES_H
#define SAN_RECOVERY_FIGURES_H

#include "ns3/application-container.h"
#include "ns3/san-report.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * How often initiators and targets took each action of error recovery (RFC 7143, chapter 7), in
 * summary.json if any was taken.
 */
class SanRecoveryFigures : public SanReport
{
  public:
    /**
     * Take in ends of sessions.
     *
     * @param ends initiators or targets
     */
    void Attach(const ApplicationContainer& ends);

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /**
     * @param action what was done
     */
    void Note(const std::string& action);

    std::map<std::string, uint64_t> m_counts; //!< how often, by action
};

} // namespace ns3

#endif /* SAN_RECOVERY_FIGURES_H */
