/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIVE_IDENTITY_H
#define LIVE_IDENTITY_H

#include <string>

namespace ns3
{

/**
 * @ingroup live-san
 *
 * Give all logical units that are made from now on an identity, with which their serial numbers
 * begin.
 *
 * @param wanted what the user wants it to be, empty to draw one: another in each run, whatever the
 *        seed is
 * @return the identity
 */
std::string UseLiveIdentity(const std::string& wanted);

} // namespace ns3

#endif /* LIVE_IDENTITY_H */
