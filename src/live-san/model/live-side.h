/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_SIDE_H
#define LIVE_SIDE_H

#include "live-figures.h"

#include "ns3/application-container.h"
#include "ns3/block-device.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * The simulated side of sessions with real hosts: targets or initiators.
 */
class LiveSide
{
  public:
    virtual ~LiveSide() = default;

    /**
     * @return sessions that are logged in
     */
    virtual uint32_t GetSessionCount() const = 0;

    /**
     * @return the iSCSI ends
     */
    virtual ApplicationContainer GetApplications() const = 0;

    /**
     * @return calls of clients by procedure, of file servers; none elsewhere
     */
    virtual std::map<std::string, uint64_t> GetCalls() const
    {
        return {};
    }

    /**
     * @return the drives that are simulated, and arrays of them
     */
    virtual std::vector<Ptr<BlockDevice>> GetStorage() const
    {
        return {};
    }

    /**
     * @return what a user needs to know at the start, a line each
     */
    virtual std::vector<std::string> Describe() const = 0;

    /**
     * @return what was done
     */
    virtual LiveFigures& GetFigures() = 0;

    /**
     * Shut down gracefully. The simulation stops soon after.
     */
    virtual void End() = 0;

    /**
     * The simulation is over: write what this side has to write.
     *
     * @return true if all was done that was to be done
     * @throw UserError if a file cannot be written
     */
    virtual bool Finish() = 0;

    /**
     * @return what failed and why, a line each
     */
    virtual std::vector<std::string> GetFailures() const = 0;

    /**
     * @return why the run is a failure, one line: contents that cannot have been there, requests
     *         that all failed, or nothing checked where contents were to be; empty if it is none
     */
    virtual std::string GetError() const = 0;
};

} // namespace ns3

#endif /* LIVE_SIDE_H */
