/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_OPTION_TEXT_H
#define SAN_OPTION_TEXT_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <string>

namespace ns3
{

/**
 * Write a time with the largest unit that needs no fraction.
 *
 * @param time the time
 * @return for example "20s" or "150us"
 */
std::string ToOptionText(Time time);

/**
 * Write a rate with the largest unit that does not go below 1.
 *
 * @param rate the rate
 * @return for example "1.0625Gbps"
 */
std::string ToOptionText(DataRate rate);

/**
 * Find the unit of a number in the text that explains it.
 *
 * @param help the text
 * @return the first word of it that is a unit, or nothing
 */
std::string FindUnit(const std::string& help);

/**
 * @param text any text
 * @return it as a JSON string
 */
std::string QuoteJson(const std::string& text);

} // namespace ns3

#endif /* SAN_OPTION_TEXT_H */
