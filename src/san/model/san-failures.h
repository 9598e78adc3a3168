/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FAILURES_H
#define SAN_FAILURES_H

#include "ns3/block-device.h"

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
     * @param device the device, with a BlockIoPermanentFailure
     */
    void Follow(Ptr<BlockDevice> device);

    /**
     * The simulation is over: see whether something never began as a drive was not ready in time.
     *
     * @param drives the drives of a workload or program
     * @param hasBegun whether it began
     * @throw BlockIoUserError naming the drive's target, if that may not be
     */
    void CheckBegun(const std::vector<Ptr<BlockDevice>>& drives, bool hasBegun);

    /**
     * The simulation is over, and a program never began as its file server was not mounted.
     *
     * @param server the server, in words
     * @throw BlockIoUserError naming it, if that may not be
     */
    void AddNotMounted(const std::string& server);

    /**
     * @return what failed and why, a line for each target or logical unit
     */
    const std::vector<std::string>& GetLines() const;

    /**
     * @param line what failed and why
     */
    void Add(const std::string& line);

  private:
    /**
     * @param line what failed and why
     * @throw BlockIoUserError with that line, if nothing may fail
     */
    void AddIfMayFail(const std::string& line);

    bool m_mayFail;                   //!< whether a device may fail
    std::vector<std::string> m_lines; //!< what failed, each once
};

} // namespace ns3

#endif /* SAN_FAILURES_H */
