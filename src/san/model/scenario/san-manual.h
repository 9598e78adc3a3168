/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_MANUAL_H
#define SAN_MANUAL_H

#include "ns3/program-help.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * Give what a program with the options of a storage area network says beside them.
 *
 * @param mainOptions what its short help lists
 * @param examples its command lines, without the program
 * @return these, and the words of fio, of Linux and of networks for options
 */
ProgramManual MakeSanManual(const std::vector<std::string>& mainOptions,
                            const std::vector<std::string>& examples);

} // namespace ns3

#endif /* SAN_MANUAL_H */
