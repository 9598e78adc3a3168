/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUANTITY_TEXT_H
#define QUANTITY_TEXT_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <optional>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Parse a whole number: decimal digits with an optional sign, and nothing else.
 *
 * @param text the text
 * @return the number, from the least int64_t to the greatest uint64_t; nothing if the text is none
 */
std::optional<long double> ParseWholeNumber(std::string_view text);

/**
 * @ingroup toolbox-text
 *
 * Parse a finite decimal number, with or without an exponent, and nothing else.
 *
 * @param text the text
 * @return the number, or nothing if the text is none
 */
std::optional<long double> ParseDecimalNumber(std::string_view text);

/**
 * @ingroup toolbox-text
 *
 * Parse a time with its unit, one of ns-3's from fs to y, and nothing else.
 *
 * @param text the text
 * @return the time in seconds, or nothing if the text is none
 */
std::optional<long double> ParseTimeText(std::string_view text);

/**
 * @ingroup toolbox-text
 *
 * Parse a rate with its unit, bps or another of ns-3's, and nothing else.
 *
 * @param text the text
 * @return the rate in bits per second, or nothing if the text is none
 */
std::optional<long double> ParseRateText(std::string_view text);

/**
 * @ingroup toolbox-text
 *
 * Parse the length of a queue with its unit, packets or bytes, and nothing else.
 *
 * @param text the text
 * @return packets or bytes, or nothing if the text is none
 */
std::optional<long double> ParseQueueSizeText(std::string_view text);

/**
 * @ingroup toolbox-text
 *
 * Write a time with the largest unit that needs no fraction.
 *
 * @param time the time
 * @return for example "20s" or "150us"
 */
std::string ToQuantityText(Time time);

/**
 * @ingroup toolbox-text
 *
 * Write a rate with the largest unit that does not go below 1.
 *
 * @param rate the rate
 * @return for example "1.0625Gbps"
 */
std::string ToQuantityText(DataRate rate);

/**
 * @ingroup toolbox-text
 *
 * Write a number for people: a comma before each three digits of the whole part.
 *
 * @param number the number, finite
 * @param decimals digits of the fraction
 * @return for example "1,234,567.89"
 */
std::string ToGroupedText(double number, int decimals);

} // namespace ns3

#endif /* QUANTITY_TEXT_H */
