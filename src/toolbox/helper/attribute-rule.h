/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_RULE_H
#define ATTRIBUTE_RULE_H

#include "ns3/attribute.h"
#include "ns3/value-rule.h"

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * Get the rule of an option that sets an attribute: it has the attribute's type, range and words.
 * Times and rates need a unit, and a time is at most 100 years.
 *
 * @param checker the attribute's checker
 * @return the rule, without unit and example; that of any text for types without a rule
 */
ValueRule GetAttributeRule(const AttributeChecker& checker);

/**
 * @ingroup toolbox
 *
 * Tell whether ns-3 can parse a text as an attribute's value. ns-3 aborts on text that it cannot
 * parse, before its checkers see a value. Unlike in an option, the unit of a time or rate may be
 * missing.
 *
 * @param checker the attribute's checker
 * @param text the text
 * @return false if it cannot be read as a value of the attribute's type
 */
bool IsWellFormedAttributeText(const AttributeChecker& checker, const std::string& text);

} // namespace ns3

#endif /* ATTRIBUTE_RULE_H */
