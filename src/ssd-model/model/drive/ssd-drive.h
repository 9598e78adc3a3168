/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_DRIVE_H
#define SSD_DRIVE_H

#include "ssd-contents.h"
#include "ssd-flash-use.h"
#include "ssd-power-states.h"
#include "ssd-write-buffer.h"

#include "ns3/powered-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/ssd-bus.h"
#include "ns3/ssd-flash.h"
#include "ns3/ssd-mapping-cache.h"
#include "ns3/ssd-parameters.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ssd-model-drive
 *
 * A flash drive (SSD): a host's link, a controller, a write buffer, and flash behind it.
 *
 * A read takes the controller's time, then that of the flash for those units that are neither in
 * the write buffer nor without contents, then that of the link. A write takes the controller's
 * time, that of the link, and is complete when the buffer has room for it; a part of a unit that is
 * on the flash is read first. The buffer is programmed a stripe at a time as soon as it has one.
 * FLUSH, and a write with forced unit access, completes when its data are programmed, or at once if
 * the buffer outlasts a loss of power. UNMAP (TRIM) takes the controller's time of a write: whole
 * units leave the buffer and the flash, of others nothing is moved. A drive that has been idle may
 * have to leave a power state before it takes up a command. If its memory does not hold the whole
 * mapping table, a request first reads the pages of the table that it needs and that are not there;
 * those are units of the translation layer behind the host's.
 */
class SsdDrive : public PoweredDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SsdDrive();
    ~SsdDrive() override;

    /**
     * Become another model of drive, without contents. The attribute Model in code.
     *
     * @param model a name of the catalogue or the path of a drive file
     * @throw UserError if there is no such drive, or if a request is outstanding
     */
    void SetModel(std::string model);

    /**
     * @return name of the drive's model
     */
    std::string GetModel() const;

    /**
     * Become a drive that is in no file, without contents.
     *
     * @param parameters the drive
     * @throw UserError if the parameters do not fit together, or if a request is outstanding
     */
    void SetParameters(const SsdParameters& parameters);

    /**
     * @return the drive
     */
    const SsdParameters& GetParameters() const;

    /**
     * @return where its units are, and what garbage collection did
     */
    const SsdTranslationLayer& GetTranslation();

    /**
     * @return what its flash was used for until now
     */
    SsdFlashUse GetFlashUse() const;

    /**
     * @return which pages of the mapping table are in memory, and how often they were not; null if
     *         all are
     */
    const SsdMappingCache* GetMappingCache();

    /**
     * @return how much each power state was used until now, the active one first; empty if the
     *         drive has no others
     */
    std::vector<SsdPowerStates::Use> GetPowerStates();

    /**
     * @return the energy that the drive took, by the power of its states, J; 0 if it has none
     */
    double GetEnergy();

    /**
     * Cut the power: the buffer is lost unless it is protected.
     */
    void PowerOff() override;

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
    bool TakesUnmap() const override;
    IoStageGroups GetStageGroups() const override;

  protected:
    void DoDispose() override;
    void DoSubmit(Ptr<BlockRequest> request) override;

  private:
    /// A write whose data are with the drive.
    struct Write
    {
        Ptr<BlockRequest> request; //!< the write
        uint64_t next{0};          //!< the next unit that the buffer is to take
    };

    /// A request that waits until units are programmed.
    struct Flush
    {
        Ptr<BlockRequest> request; //!< the request
        uint64_t sequence{0};      //!< the last unit that it waits for
        uint32_t left{0};          //!< how many it waits for
    };

    /**
     * Build what the parameters say, before the first request.
     */
    void Build();

    /**
     * Complete a request with NOT_READY, soon.
     *
     * @param request the request
     */
    void Refuse(Ptr<BlockRequest> request);

    /**
     * @return since when the drive has been idle, the present if it is not
     */
    Time GetIdleSince() const;

    /**
     * Take up requests that wait, as far as the drive takes them now.
     */
    void TakeUp();

    /**
     * @param request a request
     * @return true if it is taken up alone: after all others before it, before all behind it
     */
    bool IsAlone(const BlockRequest& request) const;

    /**
     * @param operation what a request does
     * @return how long the controller works on it
     */
    Time GetCommandTime(BlockOperation operation) const;

    /**
     * Begin a read or a VERIFY.
     *
     * @param request the request
     * @param begin when the controller has taken it up
     */
    void BeginRead(Ptr<BlockRequest> request, Time begin);

    /**
     * Begin a write.
     *
     * @param request the request
     * @param begin when the controller has taken it up
     */
    void BeginWrite(Ptr<BlockRequest> request, Time begin);

    /**
     * A request is complete at a later time, and passes a function then.
     *
     * @param request the request
     * @param time when
     * @param function what is called with it
     */
    void At(Ptr<BlockRequest> request, Time time, void (SsdDrive::*function)(Ptr<BlockRequest>));

    /**
     * Forget the units that an UNMAP covers, and complete it.
     *
     * @param request the request
     */
    void Unmap(Ptr<BlockRequest> request);

    /**
     * The data of a write are with the drive.
     *
     * @param request the write
     */
    void Arrived(Ptr<BlockRequest> request);

    /**
     * Let the buffer take what it can of the writes that wait for room.
     */
    void Admit();

    /**
     * Complete a request when what is in the buffer now is programmed.
     *
     * @param request the request
     */
    void AwaitBuffer(Ptr<BlockRequest> request);

    /**
     * Program what the buffer has: whole stripes, and less if somebody waits for it.
     */
    void Drain();

    /**
     * A stripe is programmed, or a die has room.
     *
     * @param stripe the stripe, empty if there is none
     */
    void Programmed(const SsdStripe& stripe);

    /**
     * Units are where a loss of power does no harm to them: requests that wait for no other
     * complete.
     *
     * @param stripe the units
     * @return those requests, which are still in service
     */
    std::vector<Ptr<BlockRequest>> EndWaits(const SsdStripe& stripe);

    /**
     * Complete a request of those in service.
     *
     * @param request the request
     */
    void Finish(Ptr<BlockRequest> request);

    /**
     * Bring the pages of the mapping table that a request needs into memory. Pages that give way
     * and were changed go to the write buffer as soon as that has room.
     *
     * @param request the request
     * @param begin when the controller has worked on it
     * @return when they are there
     */
    Time ReadMapping(const BlockRequest& request, Time begin);

    /**
     * Put a unit into the buffer, and program what is there to make room if need be.
     *
     * @param unit the unit
     * @return false if there is no room yet
     */
    bool Buffer(uint64_t unit);

    /**
     * Let the buffer take what it can of the pages of the mapping table that gave way.
     */
    void AdmitMapping();

    /**
     * Read units of a request that are on the flash.
     *
     * @param request the request
     * @param begin when the controller has worked on it
     * @param partial true for those units alone of which it covers a part
     * @return when the last of them is with the controller
     */
    Time ReadFlash(const BlockRequest& request, Time begin, bool partial);

    /**
     * Transfer the data of a request over the host's link.
     *
     * @param request the request
     * @param earliest when the transfer can begin
     * @return when it ends
     */
    Time Transfer(const BlockRequest& request, Time earliest);

    /**
     * @param request a request
     * @param[out] slots gets the slots of its units that are read from the flash
     * @param partial true for those units alone of which it covers a part
     */
    void FindSlots(const BlockRequest& request, std::vector<uint32_t>& slots, bool partial) const;

    SsdParameters m_parameters;               //!< the drive
    Ptr<SsdVictimPolicy> m_policy;            //!< of garbage collection
    bool m_writeCache{true};                  //!< whether writes complete in the buffer
    bool m_isAged{false};                     //!< whether it begins in its steady state
    bool m_storeData{false};                  //!< whether contents are kept
    int64_t m_flashStream{-1};                //!< first stream of the flash, or negative
    Ptr<UniformRandomVariable> m_random;      //!< draws where units are
    std::unique_ptr<SsdFlash> m_flash;        //!< dies and channels, from the first request on
    std::optional<SsdBus> m_link;             //!< the host's link
    std::optional<SsdWriteBuffer> m_buffer;   //!< the write buffer
    std::optional<SsdContents> m_contents;    //!< contents, where they are kept
    std::optional<SsdMappingCache> m_mapping; //!< where the memory does not hold the table
    std::deque<uint32_t> m_mappingWrites; //!< units of the table that wait for room in the buffer
    uint64_t m_mappingUnits{0};           //!< counts those that were programmed
    std::deque<Ptr<BlockRequest>> m_waiting;         //!< not taken up yet
    std::vector<Ptr<BlockRequest>> m_served;         //!< in service, in no order
    std::pmr::unsynchronized_pool_resource m_memory; //!< of what follows, used again and again
    std::pmr::unordered_map<const BlockRequest*, std::size_t> m_places{&m_memory}; //!< of those
    bool m_isServedAlone{false};                 //!< whether the one in service is alone
    Time m_nextCommand;                          //!< when the controller takes up the next
    std::deque<Write> m_writes;                  //!< that wait for room in the buffer
    std::vector<Flush> m_flushes;                //!< that wait for programs
    std::vector<uint32_t> m_slots;               //!< scratch: the slots of a request
    std::optional<SsdPowerStates> m_powerStates; //!< where the drive has any
    Time m_idleSince;                            //!< when the last request ended, or power came
    bool m_hasPower{true};                       //!< false without power
    uint64_t m_epoch{0};                         //!< counts losses of power
};

} // namespace ns3

#endif /* SSD_DRIVE_H */
