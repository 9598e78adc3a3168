/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IOMETER_SPECIFICATION_H
#define IOMETER_SPECIFICATION_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class LineReader;

/**
 * @ingroup block-io-workload
 *
 * One access specification of an IOMeter configuration file (.icf): what its lines say.
 */
class IometerSpecification
{
  public:
    /// One line: requests of one kind.
    struct Line
    {
        uint32_t size{0};        //!< bytes
        double share{0};         //!< percent of the requests
        double readPercent{0};   //!< of its requests
        double randomPercent{0}; //!< of its requests; the others follow the one before
        Time delay;              //!< after a burst
        uint32_t burst{1};       //!< requests of a burst
        uint32_t alignment{0};   //!< bytes; 0 is one block
    };

    /**
     * Parse a line of numbers.
     *
     * @param lines the reader, at this line
     * @throw UserError naming file and line if something is wrong
     */
    void AddLine(const LineReader& lines);

    /**
     * Check what lines say together.
     *
     * @param fileName the file they are from
     * @throw UserError if their shares are not 100 % in total
     */
    void Check(const std::string& fileName) const;

    std::string name;        //!< its name
    std::vector<Line> lines; //!< its lines, whose shares add up to 100
};

} // namespace ns3

#endif /* IOMETER_SPECIFICATION_H */
