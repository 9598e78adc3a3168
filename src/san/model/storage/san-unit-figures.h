/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_UNIT_FIGURES_H
#define SAN_UNIT_FIGURES_H

#include "ns3/block-device.h"
#include "ns3/block-request.h"
#include "ns3/san-report.h"

#include <cstdint>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-storage
 *
 * What the logical units of targets have read and written since the simulation began, whether their
 * initiators were told or not. Requests that a unit failed do not count.
 */
class SanUnitFigures : public SanReport
{
  public:
    /**
     * Count the requests of a unit from now on.
     *
     * @param unit the drive or array behind it
     */
    void Attach(Ptr<BlockDevice> unit);

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// Requests of an operation.
    struct Sum
    {
        uint64_t requests{0}; //!< their number
        uint64_t bytes{0};    //!< their bytes
    };

    /**
     * A unit has completed a request.
     *
     * @param unit the unit, which lives as long as its traces
     * @param request the request
     */
    void Completed(const BlockDevice* unit, Ptr<const BlockRequest> request);

    bool m_isAny{false}; //!< whether there is a unit
    Sum m_reads;         //!< requests that read
    Sum m_writes;        //!< requests that write
};

} // namespace ns3

#endif /* SAN_UNIT_FIGURES_H */
