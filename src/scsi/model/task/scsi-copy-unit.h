/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COPY_UNIT_H
#define SCSI_COPY_UNIT_H

#include "ns3/block-device.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

class ScsiCopyUnits;

/**
 * @ingroup scsi-task
 *
 * A logical unit as the copy managers of its target see it: a source or a destination of EXTENDED
 * COPY.
 */
class ScsiCopyUnit
{
  public:
    virtual ~ScsiCopyUnit() = default;

    /**
     * Become one of the units of a target.
     *
     * @param units all of them, from now on
     */
    virtual void JoinCopyUnits(const std::shared_ptr<const ScsiCopyUnits>& units) = 0;

    /**
     * @param designator a designator, with its header (SPC-4, 7.8.6.1)
     * @return true if it names this unit
     */
    virtual bool IsNamed(const std::vector<uint8_t>& designator) const = 0;

    /**
     * @param nexus name of the nexus whose copy it is
     * @param writes true for a destination
     * @return true if the medium and the reservations let the copy continue
     */
    virtual bool AllowsCopy(const std::string& nexus, bool writes) const = 0;

    /**
     * @return what holds the blocks
     */
    virtual Ptr<BlockDevice> GetCopyDevice() const = 0;

    /**
     * A copy wrote blocks.
     *
     * @param lba first block
     * @param blocks number of blocks
     */
    virtual void BlocksCopied(uint64_t lba, uint32_t blocks) = 0;
};

/**
 * @ingroup scsi-task
 *
 * The logical units of a target that can be source or destination of a copy.
 */
class ScsiCopyUnits
{
  public:
    /**
     * @param unit one more; outlives this
     */
    void Add(ScsiCopyUnit* unit)
    {
        m_units.push_back(unit);
    }

    /**
     * Forget all units: they are going away.
     */
    void Clear()
    {
        m_units.clear();
    }

    /**
     * @param designator a designator, with its header
     * @return the first unit that it names, or null
     */
    ScsiCopyUnit* Find(const std::vector<uint8_t>& designator) const
    {
        for (auto* unit : m_units)
        {
            if (unit->IsNamed(designator))
            {
                return unit;
            }
        }
        return nullptr;
    }

  private:
    std::vector<ScsiCopyUnit*> m_units; //!< in the order they came
};

} // namespace ns3

#endif /* SCSI_COPY_UNIT_H */
