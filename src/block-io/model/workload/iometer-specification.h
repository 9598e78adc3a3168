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

class BlockLineReader;

/**
 * @ingroup block-io
 *
 * One access specification of an IOMeter configuration file (.icf): what its lines say. Only the
 * section 'ACCESS SPECIFICATIONS of the file is read.
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
     * @param file the file, or, if there is a line break in it, its text
     * @param name name of the specification; if empty, the file has one only
     * @return the specification
     * @throw BlockIoUserError naming file and line if something is wrong, or all names of the file
     * if it has not the one that is wanted
     */
    static IometerSpecification Read(const std::string& file, const std::string& name);

    std::string name;        //!< its name
    std::vector<Line> lines; //!< its lines, whose shares add up to 100

  private:
    /**
     * @param lines stands before the first line
     * @return all specifications
     */
    static std::vector<IometerSpecification> ReadAll(BlockLineReader& lines);

    /**
     * Take a line of numbers.
     *
     * @param lines stands at it
     */
    void AddLine(const BlockLineReader& lines);

    /**
     * Check what lines say together.
     *
     * @param lines stands behind them
     */
    void Check(const BlockLineReader& lines) const;
};

} // namespace ns3

#endif /* IOMETER_SPECIFICATION_H */
