/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_ARRAY_HELPER_H
#define BLOCK_ARRAY_HELPER_H

#include "ns3/block-array.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Makes arrays of block devices.
 */
class BlockArrayHelper
{
  public:
    /**
     * @param typeId the array's class: ns3::StripedArray, ns3::MirroredArray or
     *        ns3::Raid5Array
     */
    explicit BlockArrayHelper(const std::string& typeId);

    /**
     * Set an attribute of the arrays made from now on.
     *
     * @param name the attribute
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make an array.
     *
     * @param members its members, in their order
     * @return the array
     * @throw UserError if they make no array
     */
    Ptr<BlockArray> Create(const std::vector<Ptr<BlockDevice>>& members) const;

  private:
    ObjectFactory m_factory; //!< makes the arrays
};

} // namespace ns3

#endif /* BLOCK_ARRAY_HELPER_H */
