/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_CHECK_H
#define ATTRIBUTE_CHECK_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * Check a user's value of an attribute before it reaches ns-3's factories, which abort on an
 * invalid value.
 *
 * @param typeId the class
 * @param attribute the attribute's name
 * @param value what the user gave
 * @throw UserError naming the attribute, the value and the attribute's help text or the
 * words it takes, if the class has no such attribute or the attribute does not take the value
 */
void CheckAttribute(TypeId typeId, const std::string& attribute, const AttributeValue& value);

/**
 * @ingroup toolbox
 *
 * Set an attribute of the objects that a factory creates, checked as by CheckAttribute.
 * Helpers use it for the attributes that their users set.
 *
 * @param factory the factory
 * @param attribute the attribute's name
 * @param value its value
 * @throw UserError as CheckAttribute does; then nothing is set
 */
void SetCheckedAttribute(ObjectFactory& factory,
                         const std::string& attribute,
                         const AttributeValue& value);

/**
 * @ingroup toolbox
 *
 * @param typeId the class
 * @param attribute the attribute's name, which must exist
 * @return the attribute's help text
 */
std::string GetAttributeHelp(TypeId typeId, const std::string& attribute);

/**
 * @ingroup toolbox
 *
 * @param typeId the class
 * @param attribute the attribute's name, which must exist
 * @return the attribute's current default, as text
 */
std::string GetAttributeDefault(TypeId typeId, const std::string& attribute);

/**
 * @ingroup toolbox
 *
 * @param typeId the class
 * @param attribute the name of an attribute that it has not
 * @return the nearest attribute of the class or its parents, as a hint behind a message, such as
 *         ", did you mean ns3::RamDisk::BlockSize?"; empty if none is near
 */
std::string GetAttributeHint(TypeId typeId, const std::string& attribute);

} // namespace ns3

#endif /* ATTRIBUTE_CHECK_H */
