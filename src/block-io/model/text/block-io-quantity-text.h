/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_QUANTITY_TEXT_H
#define BLOCK_IO_QUANTITY_TEXT_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <optional>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Parse a whole number: decimal digits with an optional sign, and nothing else.
 *
 * @param text the text
 * @return the number, from the least int64_t to the greatest uint64_t; nothing if the text is none
 */
std::optional<long double> ParseBlockIoWholeNumber(std::string_view text);

/**
 * @ingroup block-io
 *
 * Parse a finite decimal number, with or without an exponent, and nothing else.
 *
 * @param text the text
 * @return the number, or nothing if the text is none
 */
std::optional<long double> ParseBlockIoDecimalNumber(std::string_view text);

/**
 * @ingroup block-io
 *
 * Parse a time with its unit, one of ns-3's from fs to y, and nothing else.
 *
 * @param text the text
 * @return the time in seconds, or nothing if the text is none
 */
std::optional<long double> ParseBlockIoTimeText(std::string_view text);

/**
 * @ingroup block-io
 *
 * Parse a rate with its unit, bps or another of ns-3's, and nothing else.
 *
 * @param text the text
 * @return the rate in bits per second, or nothing if the text is none
 */
std::optional<long double> ParseBlockIoRateText(std::string_view text);

/**
 * @ingroup block-io
 *
 * Parse the length of a queue with its unit, packets or bytes, and nothing else.
 *
 * @param text the text
 * @return packets or bytes, or nothing if the text is none
 */
std::optional<long double> ParseBlockIoQueueSizeText(std::string_view text);

/**
 * @ingroup block-io
 *
 * Write a time with the largest unit that needs no fraction.
 *
 * @param time the time
 * @return for example "20s" or "150us"
 */
std::string ToBlockIoQuantityText(Time time);

/**
 * @ingroup block-io
 *
 * Write a rate with the largest unit that does not go below 1.
 *
 * @param rate the rate
 * @return for example "1.0625Gbps"
 */
std::string ToBlockIoQuantityText(DataRate rate);

} // namespace ns3

#endif /* BLOCK_IO_QUANTITY_TEXT_H */
