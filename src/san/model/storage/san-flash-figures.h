/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FLASH_FIGURES_H
#define SAN_FLASH_FIGURES_H

#include "ns3/block-device.h"
#include "ns3/san-report.h"
#include "ns3/ssd-drive.h"
#include "ns3/ssd-flash-use.h"
#include "ns3/ssd-power-states.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup san-storage
 *
 * What flash drives programmed, moved and erased, until the load has ended; what they have of a
 * mapping cache, an SLC cache and power states as well. All drives together are under "flash" in
 * summary.json, which has no such line without a flash drive.
 */
class SanFlashFigures : public SanReport
{
  public:
    /**
     * Count the flash drives among these from now on. Of an array they are those that belong to it
     * now or at the end.
     *
     * @param units drives and arrays of drives
     */
    void Attach(const std::vector<Ptr<BlockDevice>>& units);

    /**
     * The load has ended: what drives do from now on does not count.
     */
    void Stop();

    /**
     * Write what they did until now, or until the load had ended, as "flash"; nothing without a
     * flash drive.
     *
     * @param json gets the figures; its innermost object is open
     */
    void Write(JsonWriter& json) const;

    // From SanReport
    void WriteSummary(JsonWriter& json, const IoSummary& requests) const override;

  private:
    /// What all drives did.
    struct Figures
    {
        uint64_t drives{0};                      //!< their number
        SsdFlashUse use;                         //!< of their flash
        bool levelsWear{false};                  //!< whether they level wear
        bool hasSlcCache{false};                 //!< whether they have an SLC cache
        bool hasMappingCache{false};             //!< whether they have a mapping cache
        uint64_t mappingUses{0};                 //!< how often pages of the table were used
        uint64_t mappingMisses{0};               //!< how often those were not in memory
        std::vector<SsdPowerStates::Use> states; //!< use of power states, the active one first
        double energy{0};                        //!< what that took, J
    };

    /**
     * Add what a drive has done until now.
     *
     * @param drive the drive
     * @param[in,out] figures of the drives before
     */
    static void Add(SsdDrive& drive, Figures& figures);

    /**
     * @return what all drives have done until now
     */
    Figures Get() const;

    /**
     * @param json gets the figures of power states
     * @param figures of all drives
     */
    static void WriteStates(JsonWriter& json, const Figures& figures);

    std::vector<Ptr<BlockDevice>> m_units; //!< drives and arrays of drives
    std::vector<Ptr<SsdDrive>> m_drives;   //!< flash drives that were among them at first
    bool m_isStopped{false};               //!< whether the load has ended
    Figures m_figures;                     //!< those at that time
};

} // namespace ns3

#endif /* SAN_FLASH_FIGURES_H */
