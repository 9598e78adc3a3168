/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MULTIPATH_DEVICE_H
#define MULTIPATH_DEVICE_H

#include "multipath-policy.h"

#include "ns3/block-device.h"
#include "ns3/block-write-groups.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-multipath
 *
 * One logical unit that several paths lead to, each a BlockDevice, as an operating system sees it
 * with multipath I/O. Each request takes a path that the policy chooses among those that are
 * optimized, or among the others while none of these is up (MultipathAccess).
 *
 * A request that ends with TRANSPORT_ERROR or NOT_READY says that its path is down: the path gets
 * no more requests, and the request is sent again over another one. The path is checked
 * CheckInterval later: it is up again when its device is ready then, or as soon as it becomes so.
 * While no path is up, requests wait for NoPathTimeout and then end as their last attempt did, or
 * with NOT_READY if they had none. All other ends are those of the request.
 *
 * The device is ready from the time on when its first path is. It fails permanently, which the
 * BlockIoPermanentFailure aggregated to it reports, when all its paths have done so.
 *
 * A FLUSH starts when all writes submitted before it are complete. The order of a request is passed
 * on to its path; between requests over different paths it is that of their arrival.
 *
 * The stages of a request are those of its last attempt. The time before that counts for the first
 * stage that the attempt stamps.
 */
class MultipathDevice : public BlockDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the paths, once. A path over a network should end requests as soon as it is lost
     * (ScsiBlockDevice::FailFast), otherwise they wait for it.
     *
     * @param paths devices that are the same logical unit, in their order
     * @throw UserError if there is none, or one is missing or listed twice
     */
    void SetPaths(const std::vector<Ptr<BlockDevice>>& paths);

    /**
     * @return number of paths
     */
    uint32_t GetNPaths() const;

    /**
     * @param path the number of a path
     * @return its device
     */
    Ptr<BlockDevice> GetPath(uint32_t path) const;

    /**
     * @param path the number of a path
     * @return whether requests may take it
     */
    bool IsPathUp(uint32_t path) const;

    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;
    bool IsReady() const override;

    /**
     * @return the caches of the logical unit, as the first path that was ready knows them
     */
    BlockCacheSettings GetCacheSettings() const override;

    /**
     * TracedCallback signature for a path that goes down or comes up.
     *
     * @param path its number
     */
    using PathTracedCallback = void (*)(uint32_t path);

    /**
     * TracedCallback signature for a request that failed on a path.
     *
     * @param request the request
     * @param path the number of the path
     */
    using RetryTracedCallback = void (*)(Ptr<const BlockRequest> request, uint32_t path);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /// A request on its way.
    struct Operation : public SimpleRefCount<Operation>
    {
        Ptr<BlockRequest> request;                  //!< the request
        uint64_t group{0};                          //!< of a write: its number among the groups
        BlockStatus status{BlockStatus::NOT_READY}; //!< how its last attempt ended
        std::optional<Time> deadline; //!< end of its wait; nothing before no path was up for it
        EventId giveUp;               //!< when it ends without a path
        Ptr<IoTimeline> stamps;       //!< of its last attempt, null if nothing records
    };

    /**
     * Start a FLUSH: all earlier writes are complete.
     *
     * @param request the FLUSH
     */
    void Flush(Ptr<BlockRequest> request);

    /**
     * Send a request over a path, or let it wait for one.
     *
     * @param operation the request
     */
    void Send(Ptr<Operation> operation);

    /**
     * Let a request wait: no path is up.
     *
     * @param operation the request
     */
    void AwaitPath(Ptr<Operation> operation);

    /**
     * A path is up, or there is none any more: a request waits no longer.
     *
     * @param operation the request
     */
    static void StopWait(Operation& operation);

    /**
     * End a request that has waited for a path long enough.
     *
     * @param operation the request
     */
    void GiveUp(Ptr<Operation> operation);

    /**
     * An attempt ended: end the request, or send it again.
     *
     * @param operation the request
     * @param path the number of the path
     * @param attempt what was sent over it
     */
    void Answered(Ptr<Operation> operation, uint32_t path, Ptr<BlockRequest> attempt);

    /**
     * End a request.
     *
     * @param operation the request
     */
    void Finish(Ptr<Operation> operation);

    /**
     * @return whether a path is up
     */
    bool HasPath() const;

    /**
     * @return the paths, where those that are not optimized are not up if there are better ones;
     *         valid until the next call
     */
    const std::vector<MultipathPath>& GetBest();

    /**
     * Use a path no more until it has been checked.
     *
     * @param path its number
     */
    void FailPath(uint32_t path);

    /**
     * Check whether a path can be used again.
     *
     * @param path its number
     */
    void CheckPath(uint32_t path);

    /**
     * The device of a path is ready: use the path.
     *
     * @param path its number
     */
    void UsePath(uint32_t path);

    /**
     * Take the size of the logical unit from the first path that is ready, and compare that of
     * others with it.
     *
     * @param path the number of the path
     * @throw UserError if they differ
     */
    void CheckSize(uint32_t path);

    /**
     * A path has failed permanently.
     *
     * @param reason why
     */
    void LosePath(const std::string& reason);

    Ptr<MultipathPolicy> m_policy;        //!< chooses paths
    Time m_checkInterval;                 //!< from a path's failure to its check
    Time m_noPathTimeout;                 //!< how long requests wait for a path
    std::vector<MultipathPath> m_paths;   //!< the paths
    std::vector<MultipathPath> m_best;    //!< memory for those of which some are worse
    Ptr<BlockDevice> m_unit;              //!< the first path that was ready, null until then
    uint64_t m_blockCount{0};             //!< blocks of the unit, zero until then
    uint32_t m_blockSize{512};            //!< bytes in a block
    uint32_t m_lostPaths{0};              //!< those that failed permanently
    std::deque<Ptr<Operation>> m_waiting; //!< requests that wait for a path
    BlockWriteGroups m_writes;            //!< what a FLUSH waits for
    TracedCallback<uint32_t> m_upTrace;   //!< a path is up
    TracedCallback<uint32_t> m_downTrace; //!< a path is down
    TracedCallback<Ptr<const BlockRequest>, uint32_t> m_retryTrace; //!< an attempt failed
};

} // namespace ns3

#endif /* MULTIPATH_DEVICE_H */
