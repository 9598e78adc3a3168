/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CSV_CELL_H
#define CSV_CELL_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * @param number a number
 * @param decimals digits behind the point
 * @return a comma and a cell of a CSV file (RFC 4180)
 */
std::string GetCsvCell(double number, int decimals);

/**
 * @ingroup toolbox-text
 *
 * @param number a whole number
 * @return a comma and a cell of a CSV file
 */
std::string GetCsvCell(uint64_t number);

/**
 * @ingroup toolbox-text
 *
 * @param text a text
 * @return a comma and a cell of a CSV file, in quotes where its commas, quotes or ends of lines
 *         need them
 */
std::string GetCsvCell(const std::string& text);

} // namespace ns3

#endif /* CSV_CELL_H */
