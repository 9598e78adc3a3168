/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef H2BENCHW_PLAN_H
#define H2BENCHW_PLAN_H

#include "h2benchw-phase.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-workload
 *
 * What h2benchw asks of a device, as a pure function without time.
 *
 * A phase consists of parts, each of which is timed apart: one of an interface measurement, one for
 * each zone, one for each access. A part of several requests begins with one that does not count:
 * it brings the heads there and lets a cache begin.
 */
class H2benchwPlan
{
  public:
    /// What the user chooses.
    struct Settings
    {
        uint32_t requestBytes{65536};   //!< size of requests but accesses, whole blocks
        double position{0};             //!< place of the interface measurement, percent
        uint32_t interfaceRequests{64}; //!< counted requests of each such phase; 0 for none
        uint32_t zones{50};             //!< number of zones; 0 for none
        uint64_t zoneBytes{2097152};    //!< counted bytes of each zone, whole requests
        uint32_t accesses{1000};        //!< random accesses of each kind; 0 for none
        bool writes{true};              //!< whether anything is written
    };

    /**
     * @param settings what the user chooses
     * @param blockCount blocks of the device
     * @param blockSize bytes in a block
     */
    H2benchwPlan(const Settings& settings, uint64_t blockCount, uint32_t blockSize);

    /**
     * @return why the device cannot be measured in this way, beginning with the attribute at fault;
     *         empty if it can
     */
    std::string FindMistake() const;

    /**
     * @return what the user chooses
     */
    const Settings& GetSettings() const;

    /**
     * @return blocks of the device
     */
    uint64_t GetBlockCount() const;

    /**
     * @return bytes in a block
     */
    uint32_t GetBlockSize() const;

    /**
     * @return the phases in their order
     */
    const std::vector<H2benchwPhase>& GetPhases() const;

    /**
     * @param phase a phase
     * @return number of its parts
     */
    uint32_t GetParts(H2benchwPhase phase) const;

    /**
     * @param phase a phase
     * @return requests of each part, including the one that does not count
     */
    uint64_t GetRequests(H2benchwPhase phase) const;

    /**
     * @param phase a phase
     * @param request number of a request in its part
     * @return true if its time counts
     */
    bool IsCounted(H2benchwPhase phase, uint64_t request) const;

    /**
     * @param phase a phase
     * @return blocks of each request
     */
    uint32_t GetBlocks(H2benchwPhase phase) const;

    /**
     * @param phase a phase
     * @return true if each request goes anywhere
     */
    static bool IsRandom(H2benchwPhase phase);

    /**
     * @param phase a phase that is not random
     * @param part number of a part
     * @param request number of a request in its part
     * @return its first block
     */
    uint64_t GetLba(H2benchwPhase phase, uint32_t part, uint64_t request) const;

  private:
    /**
     * @return blocks of a sequence of the interface measurement
     */
    uint64_t GetInterfaceBlocks() const;

    /**
     * @return blocks of a zone with the request that does not count
     */
    uint64_t GetZoneBlocks() const;

    /**
     * @return first block of the interface measurement
     */
    uint64_t GetInterfaceLba() const;

    /**
     * @param zone number of a zone
     * @return its first block
     */
    uint64_t GetZoneLba(uint32_t zone) const;

    Settings m_settings;                 //!< what the user chooses
    uint64_t m_blockCount;               //!< blocks of the device
    uint32_t m_blockSize;                //!< bytes in a block
    std::vector<H2benchwPhase> m_phases; //!< in their order
};

} // namespace ns3

#endif /* H2BENCHW_PLAN_H */
