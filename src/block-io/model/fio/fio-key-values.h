/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_KEY_VALUES_H
#define FIO_KEY_VALUES_H

#include "fio-draft.h"
#include "fio-option.h"

#include <string>

namespace ns3
{

/// @name Values of keys that are more than a number
/// Each takes the value of one key of a job file. It returns false if fio knows the value, but it
/// is not supported, and throws a UserError naming file, line and key if fio does not.
/// @{

/**
 * @param draft gets the value
 * @param option rw
 * @return false for trims
 */
bool ParseFioAccess(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option random_distribution
 * @return false for a distribution that is not supported
 */
bool ParseFioDistribution(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option bs
 * @return true
 */
bool ParseFioBlockSizes(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option bsrange
 * @return true
 */
bool ParseFioBlockRange(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option bssplit
 * @return true
 */
bool ParseFioBlockSplit(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option ba
 * @return true
 */
bool ParseFioAlignment(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option rate
 * @return true
 */
bool ParseFioByteRates(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option rate_iops
 * @return true
 */
bool ParseFioRates(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option percentage_random or percentage_sequential
 * @return true
 */
bool ParseFioRandomPercent(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option kb_base
 * @return true
 */
bool ParseFioBase(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option ioengine
 * @return false for an engine that does something else than reading and writing
 */
bool ParseFioEngine(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option zonemode
 * @return false for zbd
 */
bool ParseFioZoneMode(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option verify
 * @return true
 */
bool ParseFioVerify(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option sync
 * @return true
 */
bool ParseFioSync(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option file_service_type
 * @return true
 */
bool ParseFioFileService(FioDraft& draft, const FioOption& option);

/**
 * @param draft gets the value
 * @param option random_generator
 * @return true
 */
bool ParseFioGenerator(FioDraft& draft, const FioOption& option);

/**
 * Parse a key whose value is one of two words.
 *
 * @param option the key
 * @param first the word of false
 * @param second the word of true
 * @return which of them it is
 */
bool IsSecondFioWord(const FioOption& option, const std::string& first, const std::string& second);

/// @}

} // namespace ns3

#endif /* FIO_KEY_VALUES_H */
