/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_PARAMETERS_CHECKER_H
#define DISK_PARAMETERS_CHECKER_H

#include "ns3/disk-parameters.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup disk-model-drive-file
 *
 * Checks that the parameters of a drive are consistent, including the layout of its zones and the
 * lengths of its seeks.
 */
class DiskParametersChecker
{
  public:
    /**
     * @param drive the drive; outlives this
     */
    explicit DiskParametersChecker(const DiskParameters& drive);

    /**
     * Check the drive.
     *
     * @throw UserError naming the drive and the first parameter that does not fit
     */
    void Check() const;

  private:
    /**
     * Check the numbers of the drive as a whole.
     *
     * @throw UserError
     */
    void CheckDrive() const;

    /**
     * Check the zones and the capacity.
     *
     * @throw UserError
     */
    void CheckZones() const;

    /**
     * Check the cylinders, sectors and skews of a zone.
     *
     * @param zone the zone
     * @param which how messages begin
     * @throw UserError
     */
    void CheckZone(const DiskZone& zone, const std::string& which) const;

    /**
     * Check that the spares of a zone fit its regions of sparing.
     *
     * @param zone the zone, else correct
     * @param which how messages begin
     * @throw UserError
     */
    void CheckSpares(const DiskZone& zone, const std::string& which) const;

    /**
     * Check that the slips of a zone are in it and find spares.
     *
     * @param zone the zone, its spares correct
     * @param which how messages begin
     * @throw UserError
     */
    void CheckSlips(const DiskZone& zone, const std::string& which) const;

    /**
     * Check that the defects of a zone are in it and kept where no block is.
     *
     * @param zone the zone, else correct
     * @param which how messages begin
     * @throw UserError
     */
    void CheckDefects(const DiskZone& zone, const std::string& which) const;

    /**
     * @param zone a zone
     * @return number of its tracks
     */
    uint64_t GetTracks(const DiskZone& zone) const;

    /**
     * @param zone a zone
     * @return number of its tracks or sectors, whichever slips and defects count
     */
    uint64_t GetUnits(const DiskZone& zone) const;

    /**
     * @param zone a zone
     * @return number of tracks or sectors in a region of sparing
     */
    uint64_t GetRegionUnits(const DiskZone& zone) const;

    /**
     * @return whether zones have spares
     */
    bool HasSpares() const;

    /**
     * Check the times of the controller.
     *
     * @throw UserError
     */
    void CheckController() const;

    /**
     * Check the numbers of the cache.
     *
     * @throw UserError
     */
    void CheckCache() const;

    /**
     * Check that the seek curve covers every distance.
     *
     * @throw UserError
     */
    void CheckSeekPoints() const;

    /**
     * Check that the angle turned in a transfer of the whole drive can be counted.
     *
     * @throw UserError
     */
    void CheckLongestTransfer() const;

    /**
     * @param time a time
     * @param name what it is
     * @throw UserError if it is negative
     */
    void RequireTime(const Time& time, const std::string& name) const;

    /**
     * @param holds whether a requirement is met
     * @param message what is wrong if it is not
     * @throw UserError if it is not
     */
    void Require(bool holds, const std::string& message) const;

    const DiskParameters& m_drive; //!< the drive
};

} // namespace ns3

#endif /* DISK_PARAMETERS_CHECKER_H */
