/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NS3_OPTIONS_H
#define NS3_OPTIONS_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup toolbox
 *
 * Tell whether an option makes ns-3 print something and exit, such as PrintGlobals.
 *
 * @param name the option's name
 * @param value its value, or empty
 * @return true if it is
 * @throw UserError naming the option, if it is one and ns-3 does not know its value
 */
bool IsPrintingOption(const std::string& name, const std::string& value);

/**
 * @ingroup toolbox
 *
 * Set one of ns-3's global values, such as RngRun.
 *
 * @param name an option's name
 * @param value its value
 * @return false if there is no such global value
 * @throw UserError naming the option, and what it may be, if it does not take the value
 */
bool SetGlobalOption(const std::string& name, const std::string& value);

/**
 * @ingroup toolbox
 *
 * Set the default of an attribute.
 *
 * @param name a class and an attribute of its own, such as ns3::TcpSocket::SegmentSize
 * @param value the default
 * @return false if the name is not in this form
 * @throw UserError naming the option, if there is no such class or attribute, or it does not
 * take the value
 */
bool SetDefaultOption(const std::string& name, const std::string& value);

/**
 * @ingroup toolbox
 *
 * @return the names of ns-3's own options: global values, and those that print something
 */
std::vector<std::string> GetNs3OptionNames();

} // namespace ns3

#endif /* NS3_OPTIONS_H */
