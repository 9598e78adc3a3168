/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_CONTROLLER_READER_H
#define DISKSIM_CONTROLLER_READER_H

#include "disksim-rules.h"
#include "disksim-value.h"

#include "ns3/disk-parameters.h"
#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-disksim
 *
 * Reads the controller and the cache of a drive, and the contribution of its bus, from a block
 * disksim_disk of DiskSim.
 */
class DiskSimControllerReader
{
  public:
    /// What lies between the host and the drive.
    struct Path
    {
        Time arbitration;        //!< to get the drive's bus
        Time readBlockTransfer;  //!< least time of a block of a read
        Time writeBlockTransfer; //!< least time of a block of a write
    };

    /**
     * @param parameters gets the drive
     * @param notes gets a line for each parameter that was ignored
     */
    DiskSimControllerReader(DiskParameters& parameters, std::vector<std::string>& notes);

    /**
     * @param block a block disksim_disk
     * @param path what lies between the host and the drive
     * @throw UserError naming file, line, parameter and value
     */
    void Read(const DiskSimBlock& block, const Path& path);

  private:
    using Rules = DiskSimRules<DiskSimControllerReader>; //!< rules of the block

    /**
     * @return the rules
     */
    static Rules GetRules();

    /**
     * @param rules gets those of the times of commands and of the bus
     */
    static void AddOverheads(Rules& rules);

    /**
     * @param rules gets those of the extra disconnection of writes
     */
    static void AddExtraDisconnection(Rules& rules);

    /**
     * @param rules gets those of the bus
     */
    static void AddBus(Rules& rules);

    /**
     * @param rules gets those of the cache
     */
    static void AddCache(Rules& rules);

    /**
     * @param rules gets those of the cache that are codes, and of immediate access
     */
    static void AddCacheCodes(Rules& rules);

    /**
     * @param rules gets those that are ignored, or have one value that is supported
     */
    static void AddUnsupported(Rules& rules);

    /**
     * Apply the parameters that change others, when all are known.
     *
     * @param block the block
     * @param path what lies between the host and the drive
     */
    void Finish(const DiskSimBlock& block, const Path& path);

    /**
     * Multiply all overheads.
     *
     * @param path what adds to them
     */
    void ScaleOverheads(const Path& path);

    /**
     * Make the drive stay on the bus all the time.
     *
     * @param block the block
     */
    void NeverDisconnect(const DiskSimBlock& block);

    DiskParameters& m_parameters;      //!< the drive
    std::vector<std::string>& m_notes; //!< what was ignored
    Time m_perRequest;                 //!< overhead of each request
    double m_scale{1};                 //!< what overheads are multiplied by
    bool m_neverDisconnects{false};    //!< whether it stays on the bus all the time
    bool m_hasCache{true};             //!< whether its buffer is a cache
    bool m_waterOfRequest{true};       //!< whether water marks are shares of the request
    bool m_preseeks{false};            //!< whether the arm moves before the completion
};

} // namespace ns3

#endif /* DISKSIM_CONTROLLER_READER_H */
