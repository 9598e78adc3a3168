/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-array-kinds.h"

#include "ns3/block-array-helper.h"
#include "ns3/string.h"

namespace ns3
{

ProgramOptions::Words
GetSanArrayKinds()
{
    return {{"none", ""},
            {"stripe", "ns3::StripedArray"},
            {"mirror", "ns3::MirroredArray"},
            {"raid5", "ns3::Raid5Array"}};
}

uint32_t
GetLeastSanArrayMembers(const std::string& kind)
{
    return kind == "raid5" ? 3 : 2;
}

Ptr<BlockArray>
MakeSanArray(const ProgramOptions& list,
             const std::string& kind,
             const std::string& stripeUnit,
             const std::vector<Ptr<BlockDevice>>& members)
{
    BlockArrayHelper arrays(list.GetMeaning(kind));
    arrays.SetAttribute("StripeUnit", StringValue(list.GetValue(stripeUnit)));
    return arrays.Create(members);
}

} // namespace ns3
