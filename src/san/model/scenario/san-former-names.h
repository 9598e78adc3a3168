/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_FORMER_NAMES_H
#define SAN_FORMER_NAMES_H

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @return names that options of a storage area network had, each with the name that it has now
 */
const std::vector<std::pair<std::string, std::string>>& GetSanFormerNames();

} // namespace ns3

#endif /* SAN_FORMER_NAMES_H */
