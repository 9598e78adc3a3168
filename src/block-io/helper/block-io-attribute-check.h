/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_IO_ATTRIBUTE_CHECK_H
#define BLOCK_IO_ATTRIBUTE_CHECK_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @ingroup block-io
 *
 * Check a user's value of an attribute before it reaches ns-3's factories, which abort on an
 * invalid value.
 *
 * @param typeId the class
 * @param attribute the attribute's name
 * @param value what the user gave
 * @throw BlockIoUserError naming the attribute, the value and the attribute's help text or the
 * words it takes, if the class has no such attribute or the attribute does not take the value
 */
void CheckBlockIoAttribute(TypeId typeId,
                           const std::string& attribute,
                           const AttributeValue& value);

/**
 * @ingroup block-io
 *
 * Set an attribute of the objects that a factory creates, checked as by CheckBlockIoAttribute.
 * Helpers use it for the attributes that their users set.
 *
 * @param factory the factory
 * @param attribute the attribute's name
 * @param value its value
 * @throw BlockIoUserError as CheckBlockIoAttribute does; then nothing is set
 */
void SetCheckedBlockIoAttribute(ObjectFactory& factory,
                                const std::string& attribute,
                                const AttributeValue& value);

/**
 * @ingroup block-io
 *
 * @param typeId the class
 * @param attribute the attribute's name, which must exist
 * @return the attribute's help text
 */
std::string GetBlockIoAttributeHelp(TypeId typeId, const std::string& attribute);

/**
 * @ingroup block-io
 *
 * @param typeId the class
 * @param attribute the attribute's name, which must exist
 * @return the attribute's present default, as text
 */
std::string GetBlockIoAttributeDefault(TypeId typeId, const std::string& attribute);

} // namespace ns3

#endif /* BLOCK_IO_ATTRIBUTE_CHECK_H */
