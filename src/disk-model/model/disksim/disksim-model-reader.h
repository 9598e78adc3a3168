/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISKSIM_MODEL_READER_H
#define DISKSIM_MODEL_READER_H

#include "disksim-rules.h"
#include "disksim-value.h"

#include "ns3/disk-parameters.h"
#include "ns3/disk-seek-formula.h"
#include "ns3/line-reader.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup disk-model-disksim
 *
 * Reads the layout and the mechanics of a drive from a block dm_disk of DiskSim.
 */
class DiskSimModelReader
{
  public:
    /**
     * @param parameters gets the drive
     * @param notes gets a line for each parameter that was ignored
     */
    DiskSimModelReader(DiskParameters& parameters, std::vector<std::string>& notes);

    /**
     * @param block a block dm_disk
     * @throw UserError naming file, line, parameter and value
     */
    void Read(const DiskSimBlock& block);

  private:
    /// How a seek curve is given.
    struct Seek
    {
        DiskSeekFormula::ThreePoints points{}; //!< for linear and curve
        double constant{0};                    //!< for constant
        std::array<double, 6> hpl{};           //!< for hpl and hplplus10
        std::vector<double> firstTen;          //!< for hplplus10
        const DiskSimValue* file{nullptr};     //!< for extracted
    };

    /// A type of seek curve.
    struct SeekType
    {
        std::vector<const char*> needs;    //!< parameters that it needs
        DiskSeekFormula::Function formula; //!< the curve; empty if it is in a file
    };

    /// A zone and how its skews are counted.
    struct Zone
    {
        DiskZone zone;             //!< the zone
        bool inRevolutions{false}; //!< whether its skews are in revolutions
    };

    /**
     * @return the rules of a block dm_disk
     */
    static DiskSimRules<DiskSimModelReader> GetDiskRules();

    /**
     * @return the rules of a block dm_layout_g1
     */
    static DiskSimRules<DiskSimModelReader> GetLayoutRules();

    /**
     * @return the rules of a zone
     */
    static DiskSimRules<Zone> GetZoneRules();

    /**
     * @return the rules of a block dm_mech_g1
     */
    static DiskSimRules<DiskSimModelReader> GetMechanicsRules();

    /**
     * @param rules gets those of the seek curve
     */
    static void AddSeek(DiskSimRules<DiskSimModelReader>& rules);

    /**
     * Take a block of a given type.
     *
     * @param value the block
     * @param type the type
     * @param rules its rules
     * @param name name of the parameter
     */
    void ReadBlock(const DiskSimValue& value,
                   const char* type,
                   const DiskSimRules<DiskSimModelReader>& rules,
                   const std::string& name);

    /**
     * Take the zones, when all else is known.
     */
    void ReadZones();

    /**
     * @return the types of seek curve by the name that DiskSim gives them
     */
    std::map<std::string, SeekType> GetSeekTypes() const;

    /**
     * Take the seek curve, when all else is known.
     */
    void ReadSeek();

    /**
     * Take the seek curve from its file.
     */
    void ReadSeekFile();

    /**
     * Take measured points.
     *
     * @param lines the file
     */
    void ReadSeekPoints(LineReader& lines);

    /**
     * Continue measured points to distance 1 and to the full stroke, by straight lines as DiskSim
     * does.
     */
    void ExtendSeekPoints();

    /**
     * Take the capacity: what the zones hold, whatever the file says, as DiskSim does.
     */
    void LimitBlocks();

    DiskParameters& m_parameters;             //!< the drive
    std::vector<std::string>& m_notes;        //!< what was ignored
    const DiskSimValue* m_zones{nullptr};     //!< the list of zones
    const DiskSimBlock* m_mechanics{nullptr}; //!< the block of the mechanics
    bool m_inRevolutions{false};              //!< whether skews are in revolutions
    Seek m_seek;                              //!< the seek curve
};

} // namespace ns3

#endif /* DISKSIM_MODEL_READER_H */
