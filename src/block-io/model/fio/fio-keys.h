/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIO_KEYS_H
#define FIO_KEYS_H

#include "fio-draft.h"
#include "fio-option.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-fio
 *
 * What became of a line of a job file.
 */
enum class FioKeyOutcome : uint8_t
{
    PARSED,            //!< the draft has it
    IGNORED,           //!< it cannot matter in a simulation
    KEY_UNSUPPORTED,   //!< a key of fio that is not supported
    VALUE_UNSUPPORTED, //!< a key that is supported, with a value of fio that is not
    UNKNOWN            //!< not a key of fio
};

/**
 * @ingroup block-io-fio
 *
 * Parse a line of a job file.
 *
 * @param option the line
 * @param draft gets it
 * @return what became of it
 * @throw UserError naming file, line and key if fio would not accept the value either
 */
FioKeyOutcome ParseFioKey(FioOption option, FioDraft& draft);

} // namespace ns3

#endif /* FIO_KEYS_H */
