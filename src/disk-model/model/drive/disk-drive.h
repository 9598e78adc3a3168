/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_DRIVE_H
#define DISK_DRIVE_H

#include "disk-contents.h"
#include "disk-controller.h"
#include "disk-queue.h"
#include "disk-service.h"

#include "ns3/event-id.h"
#include "ns3/powered-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup disk-model-drive
 *
 * A disk drive: requests wait in a queue, a scheduler chooses the next, and the controller serves
 * it from the cache or the medium, one at a time. Dirty blocks are written back when the medium is
 * otherwise idle.
 *
 * A VERIFY reads the medium and transfers nothing. A FLUSH starts after all earlier requests and
 * completes when everything is on the medium; it takes no time beyond that. When the write cache is
 * switched off, its dirty blocks are written back before the next request starts. A drive that
 * ignores flushes completes a FLUSH, and a write with forced unit access, with blocks in the cache.
 */
class DiskDrive : public PoweredDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    DiskDrive();
    ~DiskDrive() override;

    /**
     * Become another model of drive, empty and with the heads on block 0. The attribute Model in
     * code.
     *
     * @param model a name of the catalogue or the path of a drive file
     * @throw UserError if there is no such drive, or if a request is outstanding
     */
    void SetModel(std::string model);

    /**
     * Become a drive that is in no file, empty and with the heads on block 0.
     *
     * @param parameters the drive
     * @throw UserError if the parameters do not fit together, or if a request is outstanding
     */
    void SetParameters(const DiskParameters& parameters);

    /**
     * @return name of the drive's model
     */
    std::string GetModel() const;

    /**
     * @return the drive's mechanics
     */
    const DiskMechanics& GetMechanics() const;

    /**
     * Cut the power: what is in the cache alone is lost.
     */
    void PowerOff() override;

    /**
     * Be ready again, with the heads on block 0 and what is on the medium.
     */
    void PowerOn() override;
    Ptr<Packet> ReadDurable(uint64_t lba, uint32_t blocks) const override;
    int64_t AssignStreams(int64_t stream) override;

    // Inherited from BlockDevice
    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;
    bool IsReady() const override;
    BlockCacheSettings GetCacheSettings() const override;
    BlockCacheSettings GetChangeableCacheSettings() const override;
    bool SetCacheSettings(const BlockCacheSettings& settings) override;

    /**
     * TracedCallback signature for an access to the medium.
     *
     * @param request the request, or null if the drive writes back by itself
     * @param access where its service time goes
     */
    using AccessTracedCallback = void (*)(Ptr<const BlockRequest> request,
                                          const DiskAccess& access);

    /**
     * TracedCallback signature for a request that is complete.
     *
     * @param request the request
     * @param service where its response time went
     */
    using ServiceTracedCallback = void (*)(Ptr<const BlockRequest> request,
                                           const DiskService& service);

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /**
     * @param controller of a drive
     * @return what chooses the drive's next command
     */
    static Ptr<DiskScheduler> MakeOwnScheduler(const DiskControllerParameters& controller);

    /**
     * Complete a request with NOT_READY, soon.
     *
     * @param request the request
     */
    void Refuse(Ptr<BlockRequest> request);

    /**
     * Take the next request out of the queue and serve it, if there is one and the drive is free.
     */
    void ServeNext();

    /**
     * Serve the current request, or wait until enough is written back for it.
     */
    void Serve();

    /**
     * Stamp the stages that the current request passed.
     *
     * @param timeline its timeline
     */
    void StampTimeline(IoTimeline& timeline) const;

    /**
     * End the service of the current request and begin with the next.
     */
    void Finish();

    /**
     * Do to the contents what a request asks that is complete.
     *
     * @param request the request
     */
    void ApplyToContents(Ptr<BlockRequest> request);

    /**
     * Begin to write back, if there is something and no request uses the medium or fills the cache.
     */
    void BeginWriteBack();

    /**
     * A run of blocks has been written back.
     *
     * @param run the blocks
     */
    void EndWriteBack(DiskRun run);

    /**
     * Tell who listens whether the drive has something to do.
     */
    void UpdateBusy();

    /**
     * @param lba a block
     * @return its cylinder
     */
    uint32_t GetCylinder(uint64_t lba) const;

    /**
     * Draw the angle of the platters at time zero, the first time that it matters.
     */
    void DrawInitialPhase();

    /**
     * @param depth most commands that the drive takes at a time, or 0 for its model's
     */
    void SetQueueDepth(uint32_t depth);

    std::string m_model;                          //!< name of the model
    uint32_t m_blockSize{0};                      //!< bytes in a block
    uint32_t m_modelQueueDepth{0};                //!< commands that the model takes at a time
    uint32_t m_queueDepth{0};                     //!< the same if set, or 0
    bool m_powered{true};                         //!< false without power
    bool m_writeCache{true};                      //!< whether a write cache is to be on
    bool m_readCache{true};                       //!< whether a read cache is to be on
    bool m_ignoresFlush{false};                   //!< whether it lies about what is safe
    std::unique_ptr<DiskController> m_controller; //!< cache and mechanics
    Ptr<RandomVariableStream> m_initialPhase;     //!< angle at time zero, revolutions
    Ptr<UniformRandomVariable> m_retries;         //!< draws which reads fail at first
    bool m_phaseDrawn{false};                     //!< true once it was drawn
    DiskQueue m_queue;                            //!< those that wait
    Ptr<DiskScheduler> m_scheduler;               //!< chooses among them, null for the model's own
    bool m_choosesLate{false};                    //!< whether it chooses after a completion
    Ptr<DiskScheduler> m_ownScheduler;            //!< the model's own
    Ptr<BlockRequest> m_present;                  //!< request in service, null if idle
    DiskController::Result m_result;              //!< what serving it comes to
    bool m_waitsForWriteBack{false};              //!< whether it waits for room in the cache
    bool m_storeData{false};                      //!< true if contents are kept
    std::optional<DiskContents> m_contents;       //!< contents, from the first request on
    EventId m_finish;                             //!< end of the service
    EventId m_writeBack;                          //!< end of writing back a run
    Time m_writeBackEnd;                          //!< when the last such ends
    Time m_readOverhead;                          //!< from a read's arrival until the arm moves
    Time m_writeOverhead;                         //!< the same of a write

    TracedValue<uint32_t> m_queueLength{0}; //!< number of those that wait
    TracedValue<uint32_t> m_cylinder{0};    //!< cylinder of the last transfer
    TracedValue<bool> m_busy{false};        //!< whether it serves a request or writes back
    TracedCallback<Ptr<const BlockRequest>, const DiskAccess&> m_accessTrace; //!< an access begins
    TracedCallback<Ptr<const BlockRequest>, const DiskService&>
        m_serviceTrace; //!< a request is complete
};

} // namespace ns3

#endif /* DISK_DRIVE_H */
