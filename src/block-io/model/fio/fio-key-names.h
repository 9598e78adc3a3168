/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_KEY_NAMES_H
#define FIO_KEY_NAMES_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * What is known of a key by its name alone.
 */
enum class FioKeyName : uint8_t
{
    OTHER,        //!< it has a meaning, or fio does not know it
    IGNORED,      //!< it cannot change what a simulated device is asked, or when
    DEFAULT_ONLY, //!< only the value that it has without being given is supported
    UNSUPPORTED   //!< fio has it, but it is not supported
};

/**
 * @ingroup block-io-fio
 *
 * @param key a key of a job file
 * @return what is known of it
 */
FioKeyName FindFioKeyName(const std::string& key);

/**
 * @ingroup block-io-fio
 *
 * @param key a key that is DEFAULT_ONLY
 * @param text a value
 * @return true if it is the one that the key has without being given
 */
bool IsFioDefault(const std::string& key, const std::string& text);

} // namespace ns3

#endif /* FIO_KEY_NAMES_H */
