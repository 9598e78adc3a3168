/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FAILURES_H
#define SAN_FAILURES_H

#include "ns3/block-device.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-session
 *
 * What failed: devices that initiators could not reach or lost permanently, and initiators whose
 * requests all failed.
 */
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
     * @param initiator number of the initiator that uses it
     */
    void Follow(Ptr<BlockDevice> device, uint32_t initiator = 0);

    /**
     * The simulation is over: see whether something never began as a drive was not ready in time.
     *
     * @param drives the drives of a workload or program, or arrays of them
     * @param hasBegun whether it began
     * @throw UserError naming the drive's target, if that may not be
     */
    void CheckBegun(const std::vector<Ptr<BlockDevice>>& drives, bool hasBegun);

    /**
     * The simulation is over, and a program never began as its file server was not mounted.
     *
     * @param server the server, in words
     * @throw UserError naming it, if that may not be
     */
    void AddNotMounted(const std::string& server);

    /**
     * The simulation is over: see which initiators had requests, and not one that ended well.
     */
    void CheckRequests();

    /**
     * @return what failed and why, a line for each target, logical unit or initiator
     */
    const std::vector<std::string>& GetLines() const;

    /**
     * @return the first line that makes the run a failure, as nothing was done where nothing may
     *         fail; empty if there is none
     */
    const std::string& GetError() const;

    /**
     * @param initiator number of an initiator
     * @return the first of its requests that failed and why, in words; empty if none did
     */
    std::string GetFirst(uint32_t initiator) const;

    /**
     * @param line what failed and why
     */
    void Add(const std::string& line);

    /**
     * Add what makes the run a failure, if nothing may fail.
     *
     * @param line what failed and why
     */
    void AddError(const std::string& line);

  private:
    /// What became of the reads and writes of an initiator, those that still wait aside.
    struct Requests
    {
        std::vector<Ptr<BlockDevice>> devices; //!< where they go
        uint64_t good{0};                      //!< those that ended well
        uint64_t failed{0};                    //!< those that did not
        std::string reason;                    //!< why the first command failed; empty if none did
        std::string first;                     //!< the first request that failed and why
    };

    /**
     * A command of a request failed for good.
     *
     * @param initiator number of the initiator
     * @param task the command
     */
    void CommandFailed(uint32_t initiator, Ptr<const ScsiTask> task);

    /**
     * A request is complete.
     *
     * @param initiator number of the initiator
     * @param request the request
     */
    void RequestCompleted(uint32_t initiator, Ptr<const BlockRequest> request);

    /**
     * @param line what failed and why
     * @throw UserError with that line, if nothing may fail
     */
    void AddIfMayFail(const std::string& line);

    bool m_mayFail;                          //!< whether a device may fail
    std::vector<std::string> m_lines;        //!< what failed, each once
    std::string m_error;                     //!< the first that makes the run a failure
    std::map<uint32_t, Requests> m_requests; //!< by initiator
};

} // namespace ns3

#endif /* SAN_FAILURES_H */
