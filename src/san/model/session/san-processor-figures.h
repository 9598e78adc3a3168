/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_PROCESSOR_FIGURES_H
#define SAN_PROCESSOR_FIGURES_H

#include "ns3/application-container.h"
#include "ns3/san-report.h"

namespace ns3
{

/**
 * @ingroup san-session
 *
 * How busy the processors of initiators and targets were, where they cost time at all: the mean of
 * all cores, and the busiest core where hosts have several.
 */
class SanProcessorFigures : public SanReport
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
    ApplicationContainer m_ends; //!< initiators and targets
};

} // namespace ns3

#endif /* SAN_PROCESSOR_FIGURES_H */
