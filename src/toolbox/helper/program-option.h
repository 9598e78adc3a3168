/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_OPTION_H
#define PROGRAM_OPTION_H

#include "option-condition.h"

#include "ns3/value-rule.h"

#include <string>
#include <vector>

namespace ns3
{

class JsonWriter;

/**
 * @ingroup toolbox
 *
 * What is known of an option of a program, whatever its value.
 */
struct ProgramOption
{
    std::string group;                      //!< the part of the list it is in
    std::string name;                       //!< its name
    std::string help;                       //!< what it means
    std::string initial;                    //!< its default
    ValueRule rule;                         //!< what it takes
    std::vector<OptionCondition> needs{};   //!< when it has an effect: all are met
    std::vector<std::string> formerNames{}; //!< names that it had, which are refused

    /**
     * @return what it needs, as text; empty for nothing
     */
    std::string DescribeNeeds() const;

    /**
     * Write the option as a JSON object.
     *
     * @param json where to
     */
    void WriteTo(JsonWriter& json) const;
};

} // namespace ns3

#endif /* PROGRAM_OPTION_H */
