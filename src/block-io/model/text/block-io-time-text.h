/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_TIME_TEXT_H
#define BLOCK_IO_TIME_TEXT_H

#include "ns3/nstime.h"

#include <string>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Append a time as result files print it: in seconds, with nine decimals.
 *
 * @param time the time, of any sign
 * @param[in,out] text where to
 */
void AppendBlockIoSeconds(Time time, std::string& text);

} // namespace ns3

#endif /* BLOCK_IO_TIME_TEXT_H */
