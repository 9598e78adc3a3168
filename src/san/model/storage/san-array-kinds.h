/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_ARRAY_KINDS_H
#define SAN_ARRAY_KINDS_H

#include "ns3/block-array.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup san-storage
 *
 * @return the words for kinds of arrays, none included, and the class that each stands for
 */
ProgramOptions::Words GetSanArrayKinds();

/**
 * @ingroup san-storage
 *
 * @param kind word for a kind of array
 * @return how many drives it needs at least
 */
uint32_t GetLeastSanArrayMembers(const std::string& kind);

/**
 * @ingroup san-storage
 *
 * @param list options of a program
 * @param kind name of the option that has the word for the kind of array
 * @param stripeUnit name of the option that has its stripe unit
 * @param members its members, in their order
 * @return an array of this kind
 * @throw UserError if they make no array
 */
Ptr<BlockArray> MakeSanArray(const ProgramOptions& list,
                             const std::string& kind,
                             const std::string& stripeUnit,
                             const std::vector<Ptr<BlockDevice>>& members);

} // namespace ns3

#endif /* SAN_ARRAY_KINDS_H */
