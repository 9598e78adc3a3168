/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STORAGE_GATEWAY_H
#define STORAGE_GATEWAY_H

#include "gateway-back-end.h"
#include "gateway-buffer-pool.h"
#include "gateway-drive.h"
#include "gateway-logical-unit.h"
#include "gateway-target.h"

#include "ns3/block-array.h"
#include "ns3/object.h"
#include "ns3/scsi-initiator-port.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * A storage gateway: targets on one side, drives behind initiator ports on the other, and the
 * mapping of logical units to drives, parts of drives or sets of drives. It creates the queues and
 * the buffer pool between them and passes its attributes to them.
 */
class StorageGateway : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Add a loop, or whatever its drives share.
     *
     * @return its queue
     */
    Ptr<GatewayBackEnd> AddBackEnd();

    /**
     * Add a drive.
     *
     * @param port the port that reaches it
     * @param backEnd what it shares with other drives
     * @param lun number of its logical unit at the port
     * @return its queue
     * @throw UserError if there is no port or no back end
     */
    Ptr<GatewayDrive> AddDrive(Ptr<ScsiInitiatorPort> port,
                               Ptr<GatewayBackEnd> backEnd,
                               uint16_t lun = 0);

    /**
     * Add a target without logical units.
     *
     * @param name its name, an iqn., eui. or naa. name
     * @return the device behind the target
     */
    Ptr<GatewayTarget> AddTarget(const std::string& name);

    /**
     * Make a whole drive a logical unit.
     *
     * @param target of which target
     * @param lun its number there
     * @param drive the drive
     * @return the logical unit
     * @throw UserError if the number is too high or taken
     */
    Ptr<GatewayLogicalUnit> MapDrive(Ptr<GatewayTarget> target,
                                     uint16_t lun,
                                     Ptr<GatewayDrive> drive);

    /**
     * Make a part of a drive a logical unit. One that reaches past the drive's end ends there.
     *
     * @param target of which target
     * @param lun its number there
     * @param drive the drive
     * @param first the first block at the drive
     * @param count number of blocks
     * @return the logical unit
     * @throw UserError if the number is too high or taken, or there are no blocks
     */
    Ptr<GatewayLogicalUnit> MapPart(Ptr<GatewayTarget> target,
                                    uint16_t lun,
                                    Ptr<GatewayDrive> drive,
                                    uint64_t first,
                                    uint64_t count);

    /**
     * Make a set of drives a logical unit.
     *
     * @param target of which target
     * @param lun its number there
     * @param array what the drives become, without members yet
     * @param drives its members, in their order
     * @return the logical unit
     * @throw UserError if the number is too high or taken, or the drives make no array
     */
    Ptr<GatewayLogicalUnit> MapSet(Ptr<GatewayTarget> target,
                                   uint16_t lun,
                                   Ptr<BlockArray> array,
                                   const std::vector<Ptr<GatewayDrive>>& drives);

    /**
     * @return number of targets
     */
    uint32_t GetNTargets() const;

    /**
     * @param index a target, counted from 0
     * @return what stands behind it
     */
    Ptr<GatewayTarget> GetTarget(uint32_t index) const;

    /**
     * @param index a target, counted from 0
     * @return its name
     */
    const std::string& GetTargetName(uint32_t index) const;

    /**
     * @return number of drives
     */
    uint32_t GetNDrives() const;

    /**
     * @param index a drive, counted from 0
     * @return its queue
     */
    Ptr<GatewayDrive> GetDrive(uint32_t index) const;

    /**
     * @return number of back ends
     */
    uint32_t GetNBackEnds() const;

    /**
     * @param index a back end, counted from 0
     * @return its queue
     */
    Ptr<GatewayBackEnd> GetBackEnd(uint32_t index) const;

    /**
     * @return the memory for data on their way
     */
    Ptr<GatewayBufferPool> GetBufferPool();

  protected:
    void DoDispose() override;

  private:
    /// A target.
    struct Target
    {
        std::string name;          //!< its name
        Ptr<GatewayTarget> device; //!< what stands behind it
    };

    /**
     * Make a logical unit and put it behind a target.
     *
     * @param target the target
     * @param lun its number there
     * @param port the way to what holds its blocks
     * @return the logical unit
     */
    Ptr<GatewayLogicalUnit> Map(Ptr<GatewayTarget> target,
                                uint16_t lun,
                                Ptr<ScsiInitiatorPort> port);

    uint32_t m_sessionQueueDepth;                    //!< of targets
    uint32_t m_driveQueueDepth;                      //!< of drives
    uint32_t m_backEndQueueDepth;                    //!< of back ends
    uint32_t m_bufferSize;                           //!< of the pool, bytes
    GatewayLogicalUnit::TransferMode m_transferMode; //!< of logical units
    bool m_inOrderResponses;                         //!< of targets
    Time m_commandTimeout;                           //!< of targets
    bool m_storeData;                                //!< true if sets keep contents
    Ptr<GatewayBufferPool> m_pool;                   //!< memory, null until it is used
    std::vector<Target> m_targets;                   //!< the targets
    std::vector<Ptr<GatewayDrive>> m_drives;         //!< the drives
    std::vector<Ptr<GatewayBackEnd>> m_backEnds;     //!< the back ends
};

} // namespace ns3

#endif /* STORAGE_GATEWAY_H */
