/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PARITY_WRITE_PLAN_H
#define PARITY_WRITE_PLAN_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io-array
 *
 * How to write some blocks of a stripe with parity: what must be read first to compute the new
 * parity. It needs the fewest reads; if both methods need the same number, it reads the units that
 * the new parity covers and not the old parity.
 *
 * The columns of a stripe are its data units, counted from 0, followed by its parity.
 */
struct ParityWritePlan
{
    /// Where the new parity comes from.
    enum class Method : uint8_t
    {
        RECONSTRUCT, //!< all data units
        MODIFY,      //!< the old parity and what changes
        RESTORE,     //!< the same, where the old contents of the missing unit must be found, too
        NONE         //!< it is the parity that is missing
    };

    /// Blocks of one column.
    struct Range
    {
        uint32_t column; //!< the column
        uint32_t begin;  //!< first block in the unit
        uint32_t end;    //!< behind the last block
    };

    /**
     * @param unit blocks of a stripe unit
     * @param dataUnits data units of the stripe
     * @param begin first block to write, in the data of the stripe
     * @param end behind the last block to write
     * @param missing the column that cannot be read or written, if there is one
     */
    ParityWritePlan(uint32_t unit,
                    uint32_t dataUnits,
                    uint32_t begin,
                    uint32_t end,
                    std::optional<uint32_t> missing);

    Method method;             //!< where the new parity comes from
    Range parity;              //!< the parity that changes
    std::vector<Range> writes; //!< the data that change, also those of a missing unit
    std::vector<Range> reads;  //!< what must be read first

  private:
    /**
     * Find the data that change, and with them the parity.
     *
     * @param unit blocks of a stripe unit
     * @param begin first block to write
     * @param end behind the last block to write
     */
    void FindWrites(uint32_t unit, uint32_t begin, uint32_t end);

    /**
     * @param column a data unit
     * @return the range of it that is written, or null if none is
     */
    const Range* FindWrite(uint32_t column) const;

    /**
     * @param column a data unit
     * @return true if all of it is written that the parity covers
     */
    bool IsCovered(uint32_t column) const;

    /**
     * @param dataUnits data units of the stripe
     * @param missing the column that is missing, if there is one
     * @return the method that needs the fewest reads
     */
    Method ChooseMethod(uint32_t dataUnits, std::optional<uint32_t> missing) const;
};

} // namespace ns3

#endif /* PARITY_WRITE_PLAN_H */
