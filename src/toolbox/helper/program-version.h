/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_VERSION_H
#define PROGRAM_VERSION_H

#include <string>

namespace ns3
{

/// Version of ns3-iscsi, as in the file VERSION, which does not exist in an ns-3 tree.
constexpr const char* NS3_ISCSI_VERSION = "0.1.0";

/**
 * @ingroup toolbox
 *
 * Find the version of ns-3 that this process runs with, by the name of the library of its module
 * core.
 *
 * @return such as "3.44" or "3-dev"; "unknown version" if the library's name does not tell, as with
 * a static one
 */
std::string GetNs3Version();

} // namespace ns3

#endif /* PROGRAM_VERSION_H */
