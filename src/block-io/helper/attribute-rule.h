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
 * @ingroup block-io
 *
 * Tell what an option that sets an attribute takes: its type, range and words are the attribute's.
 * Times and rates have a unit, and a time is 100 years at most.
 *
 * @param checker the attribute's checker
 * @return the rule, without unit and example; that of any text for types without a rule
 */
ValueRule GetAttributeRule(const AttributeChecker& checker);

/**
 * @ingroup block-io
 *
 * Tell whether ns-3 can read text as an attribute's value. It aborts on text that it cannot read,
 * before its checkers see a value. Unlike an option, a time or rate may lack its unit here.
 *
 * @param checker the attribute's checker
 * @param text the text
 * @return false if it cannot be read as a value of the attribute's type
 */
bool IsWellFormed(const AttributeChecker& checker, const std::string& text);

} // namespace ns3

#endif /* ATTRIBUTE_RULE_H */
