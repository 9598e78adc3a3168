/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-array-helper.h"

#include "ns3/attribute-check.h"

namespace ns3
{

BlockArrayHelper::BlockArrayHelper(const std::string& typeId)
    : m_factory(typeId)
{
}

void
BlockArrayHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_factory, name, value);
}

Ptr<BlockArray>
BlockArrayHelper::Create(const std::vector<Ptr<BlockDevice>>& members) const
{
    auto array = m_factory.Create<BlockArray>();
    array->SetMembers(members);
    return array;
}

} // namespace ns3
