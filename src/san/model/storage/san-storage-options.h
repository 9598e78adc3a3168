/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_STORAGE_OPTIONS_H
#define SAN_STORAGE_OPTIONS_H

#include "ns3/san-feature-options.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup san-storage
 *
 * The drives behind targets, and the logical units made of them.
 */
class SanStorageOptions : public SanFeatureOptions
{
  public:
    /**
     * @param list where the options are added; it stays longer than this
     */
    explicit SanStorageOptions(ProgramOptions& list);

    /// Add the drives, and what logical units are made of them.
    void AddDrives();

    /// Add what logical units may be beside plain disks.
    void AddUnits();

    /// Add the file that says where the heads of disks went.
    void AddAccesses();

    /**
     * @return logical units of each target
     */
    uint32_t GetUnits() const;

    /**
     * @return whether drives fail, or are slow at times or in places
     */
    bool IsWorn() const;

    /**
     * Check that the drives of a target make arrays.
     *
     * @throw UserError if they do not
     */
    void CheckArrays() const;

    uint32_t drives{4};              //!< drives of each target
    std::string device{"disk"};      //!< disk, ssd, ram or volume
    std::string drive{"Cheetah9LP"}; //!< model of drive
    std::string scheduler{"drive"};  //!< of a disk
    uint32_t schedulerDepth{0};      //!< requests among which it chooses, 0: the model's
    std::string array{"none"};       //!< array behind each logical unit: stripe, mirror, raid5
    uint32_t members{0};             //!< drives of each array, 0: all of a target
    bool accesses{false};            //!< write where the heads of disks went

  private:
    /// Add the budgets of a disk in a cloud.
    void AddVolumes();

    /// Add what makes drives fail or slow.
    void AddWear();

    /// Add what is behind a logical unit if it is more than a drive.
    void AddArrays();
};

} // namespace ns3

#endif /* SAN_STORAGE_OPTIONS_H */
