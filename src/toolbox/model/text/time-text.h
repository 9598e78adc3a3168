/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIME_TEXT_H
#define TIME_TEXT_H

#include "ns3/nstime.h"

#include <string>

namespace ns3
{

/**
 * @ingroup toolbox-text
 *
 * Append a time as result files print it: in seconds, with nine decimals.
 *
 * @param time the time, of any sign
 * @param[in,out] text where to
 */
void AppendSeconds(Time time, std::string& text);

} // namespace ns3

#endif /* TIME_TEXT_H */
