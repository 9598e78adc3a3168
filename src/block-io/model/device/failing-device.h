/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAILING_DEVICE_H
#define FAILING_DEVICE_H

#include "block-device.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <optional>
#include <set>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A device that wears out: it hands requests on to another one, and some of them fail or take long.
 *
 * - Latent sectors: groups of GROUP blocks at random places. A read or VERIFY that touches one ends
 *   with MEDIUM_ERROR after ErrorTime; a write repairs those that it covers, and those of which it
 *   writes a part, as the drive then uses spare sectors.
 * - Errors at a rate: each read and each write is as likely as any other to end so.
 * - A slow region: requests that begin there take SlowTime longer.
 * - Stalls: at random times nothing is taken up for StallTime. What is under way goes on.
 *
 * What waits here is lost with the power of a drive (PoweredDevice), and ends with NOT_READY.
 *
 * A request that fails does not reach the other device.
 */
class FailingDevice : public BlockDevice
{
  public:
    /// Blocks that become unreadable together: 4 KiB of 512 bytes each.
    static constexpr uint64_t GROUP = 8;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FailingDevice();
    ~FailingDevice() override;

    /**
     * @param device the device that does the work, before the first request
     */
    void SetDevice(Ptr<BlockDevice> device);

    /**
     * @return the device that does the work
     */
    Ptr<BlockDevice> GetDevice() const;

    /**
     * Give the random variables fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    // From BlockDevice
    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;
    bool IsReady() const override;
    BlockCacheSettings GetCacheSettings() const override;
    BlockCacheSettings GetChangeableCacheSettings() const override;
    bool SetCacheSettings(const BlockCacheSettings& settings) override;
    IoStageGroups GetStageGroups() const override;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /**
     * @param request a request
     * @return whether the medium fails it; what a write covers is repaired
     */
    bool Fails(const BlockRequest& request);

    /**
     * @param request a request
     * @return whether it begins in the slow region
     */
    bool IsSlow(const BlockRequest& request) const;

    /**
     * @return how long from now nothing is taken up
     */
    Time GetStall();

    /// Draw where the latent sectors are, once.
    void DrawLatent();

    /**
     * Hand a request on.
     *
     * @param request the request
     */
    void Pass(Ptr<BlockRequest> request);

    /**
     * The other device has completed a request.
     *
     * @param request the request
     * @param passed what was handed on
     */
    void Passed(Ptr<BlockRequest> request, Ptr<BlockRequest> passed);

    /**
     * A request has waited long enough.
     *
     * @param request the request
     * @param powerChanges how often the power had gone or come when it came
     * @param status how it ends, OK if it is handed on
     */
    void Release(Ptr<BlockRequest> request, uint64_t powerChanges, BlockStatus status);

    /**
     * The power of the drive goes or comes.
     *
     * @param hasPower whether it has power now
     */
    void PowerChanged(bool hasPower);

    Ptr<BlockDevice> m_device;                  //!< does the work
    uint64_t m_powerChanges{0};                 //!< how often its power went or came
    Ptr<UniformRandomVariable> m_place;         //!< where latent sectors are
    Ptr<UniformRandomVariable> m_chance;        //!< which request fails
    Ptr<ExponentialRandomVariable> m_interval;  //!< time between stalls
    uint32_t m_latentSectors;                   //!< groups of blocks that cannot be read
    double m_errorRate;                         //!< share of requests that fail
    Time m_errorTime;                           //!< time until a failure is reported
    double m_slowBegin;                         //!< where the slow region begins, of all blocks
    double m_slowEnd;                           //!< where it ends
    Time m_slowTime;                            //!< how much longer requests take there
    Time m_stallInterval;                       //!< mean time between stalls, 0 for none
    Time m_stallTime;                           //!< how long one takes
    std::optional<std::set<uint64_t>> m_latent; //!< numbers of groups, once they are drawn
    std::optional<Time> m_nextStall;            //!< when the next stall begins, once it is drawn
};

} // namespace ns3

#endif /* FAILING_DEVICE_H */
