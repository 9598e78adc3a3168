/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FAILURES_H
#define SAN_FAILURES_H

#include "ns3/block-device.h"
#include "ns3/scsi-block-device.h"

#include <string>
#include <vector>

namespace ns3
{

/// Which of the devices that initiators use could not be reached, or were lost for good.
class SanFailures
{
  public:
    /**
     * @param mayFail whether a device may fail, or never be ready
     */
    explicit SanFailures(bool mayFail);

    /**
     * Follow a device from now on.
     *
     * @param device the device
     */
    void Follow(Ptr<ScsiBlockDevice> device);

    /**
     * The simulation is over: see whether something never began as a drive was not ready in time.
     *
     * @param drives the drives of a workload or program
     * @param hasBegun whether it began
     * @throw BlockIoUserError naming the drive's target, if that may not be
     */
    void CheckBegun(const std::vector<Ptr<BlockDevice>>& drives, bool hasBegun);

    /**
     * @return what failed and why, a line for each target or logical unit
     */
    const std::vector<std::string>& GetLines() const;

    /**
     * @param line what failed and why
     */
    void Add(const std::string& line);

  private:
    bool m_mayFail;                   //!< whether a device may fail
    std::vector<std::string> m_lines; //!< what failed, each once
};

} // namespace ns3

#endif /* SAN_FAILURES_H */
