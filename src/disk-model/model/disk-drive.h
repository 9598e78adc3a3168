/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_DRIVE_H
#define DISK_DRIVE_H

#include "disk-mechanics.h"
#include "disk-service.h"

#include "ns3/block-device.h"
#include "ns3/block-store.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup disk-model
 *
 * A disk drive: requests wait in a queue and are served one at a time, first come first served, by
 * the mechanics of the drive's model. The service time of a request is seek, rotation and transfer.
 *
 * A VERIFY takes as long as a read. A FLUSH takes no time of its own and completes after all
 * requests before it, as everything that is complete is on the medium.
 */
class DiskDrive : public BlockDevice
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
     * Give the drive's random variables fixed streams.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    // Inherited from BlockDevice
    uint64_t GetBlockCount() const override;
    uint32_t GetBlockSize() const override;

    /**
     * TracedCallback signature for an access to the medium.
     *
     * @param request the request
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
     * Begin to serve a request: the drive is idle.
     *
     * @param request the request
     */
    void Start(Ptr<BlockRequest> request);

    /**
     * Begin an access to the medium.
     *
     * @param request the request, of at least one block
     * @return the time that it takes
     */
    Time StartAccess(Ptr<BlockRequest> request);

    /**
     * End the service of the present request and begin with the next.
     */
    void Finish();

    /**
     * Draw the angle at which the platters stand at time zero, the first time that it matters.
     */
    void DrawInitialPhase();

    std::string m_model;                        //!< name of the model
    uint32_t m_blockSize{0};                    //!< bytes in a block
    std::unique_ptr<DiskMechanics> m_mechanics; //!< arm, heads and platters
    Ptr<RandomVariableStream> m_initialPhase;   //!< angle at time zero, revolutions
    bool m_phaseDrawn{false};                   //!< true once it was drawn
    DiskTrack m_track;                          //!< where the heads stand, or will at the end
    DiskService m_service;                      //!< of the present request
    Ptr<BlockRequest> m_present;                //!< request in service, null if idle
    std::deque<Ptr<BlockRequest>> m_queue;      //!< those that wait
    bool m_storeData{false};                    //!< true if contents are kept
    std::optional<BlockStore> m_store;          //!< contents, from the first request on
    EventId m_finish;                           //!< end of the service

    TracedValue<uint32_t> m_queueLength{0}; //!< number of those that wait
    TracedValue<uint32_t> m_cylinder{0};    //!< cylinder of the last transfer
    TracedCallback<Ptr<const BlockRequest>, const DiskAccess&> m_accessTrace; //!< an access begins
    TracedCallback<Ptr<const BlockRequest>, const DiskService&>
        m_serviceTrace; //!< a request is complete
};

} // namespace ns3

#endif /* DISK_DRIVE_H */
