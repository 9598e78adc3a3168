/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_DEVICE_H
#define BLOCK_DEVICE_H

#include "block-request.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * The caches of a device that are on; or, as a mask, those that can be switched.
 */
struct BlockCacheSettings
{
    bool writeCache{false}; //!< a write may complete before it is on the medium
    bool readCache{true};   //!< a read may be answered without the medium

    /**
     * @param other other settings
     * @return true if they are the same
     */
    bool operator==(const BlockCacheSettings& other) const = default;
};

/**
 * @ingroup block-io-device
 *
 * Something that reads and writes blocks by number: a drive, a RAM disk, an array, or a remote
 * device behind a SCSI transport. A workload runs unchanged on any of them.
 */
class BlockDevice : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Start a request. The device completes it exactly once, never from inside this call; one that
     * reaches past the last block completes with LBA_OUT_OF_RANGE.
     *
     * @param request the request, which must be new and have a completion callback
     */
    void Submit(Ptr<BlockRequest> request);

    /**
     * @return number of blocks; zero while the device is not ready
     */
    virtual uint64_t GetBlockCount() const = 0;

    /**
     * @return bytes in a block
     */
    virtual uint32_t GetBlockSize() const = 0;

    /**
     * @return true once requests may be submitted and the capacity is known; a local device always
     *         is
     */
    virtual bool IsReady() const;

    /**
     * Register a callback for when the device is ready: called from inside this call if it is ready
     * now.
     *
     * @param callback what to call
     */
    void CallWhenReady(Callback<void> callback);

    /**
     * @return which caches are on: no write cache if the device does not say otherwise
     */
    virtual BlockCacheSettings GetCacheSettings() const;

    /**
     * @return which of them can be switched, true for one that can: none if the device does not say
     *         otherwise
     */
    virtual BlockCacheSettings GetChangeableCacheSettings() const;

    /**
     * Switch the caches. What is in a write cache that is switched off gets to the medium as if by
     * a FLUSH.
     *
     * @param settings which of them are to be on
     * @return false if that would switch one that cannot be switched; then nothing changes
     */
    virtual bool SetCacheSettings(const BlockCacheSettings& settings);

    /**
     * @return true if it takes UNMAP, and does with it what it does best; otherwise zeros can be
     *         written
     */
    virtual bool TakesUnmap() const;

    /**
     * @return the stages that its requests may pass in this process, beside the common ones those
     * of a page cache or an SSD: a recorder has columns for them
     */
    virtual IoStageGroups GetStageGroups() const;

    /**
     * Give each request that comes without a timeline one from now on, or none.
     *
     * @param record true while something records
     */
    void SetRecordTimelines(bool record);

    /**
     * @return number of requests submitted and not completed
     */
    uint32_t GetOutstanding() const;

    /**
     * TracedCallback signature for a request's start and end.
     *
     * @param request the request
     */
    using RequestTracedCallback = void (*)(Ptr<const BlockRequest> request);

  protected:
    void DoDispose() override;

    /**
     * Start a request that is within the device.
     *
     * @param request the request
     */
    virtual void DoSubmit(Ptr<BlockRequest> request) = 0;

    /**
     * Complete a request: the only way a device does so.
     *
     * @param request the request
     * @param status how it ended
     */
    void Complete(Ptr<BlockRequest> request, BlockStatus status);

    /**
     * Call all callbacks that wait for the device: from a device that just became ready.
     */
    void NotifyReady();

  private:
    TracedValue<uint32_t> m_outstanding{0}; //!< submitted and not completed
    bool m_recordTimelines{false};          //!< true while something records
    std::vector<Callback<void>> m_waiting;  //!< who waits for the device to become ready
    TracedCallback<Ptr<const BlockRequest>> m_submitTrace;   //!< a request was submitted
    TracedCallback<Ptr<const BlockRequest>> m_completeTrace; //!< a request was completed
};

} // namespace ns3

#endif /* BLOCK_DEVICE_H */
