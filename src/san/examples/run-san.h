/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_SAN_H
#define RUN_SAN_H

#include "ns3/san-options.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * Run a storage area network as a command line says, and print its key figures.
 *
 * @param options the options of the program; they are read from the words
 * @param words the command line without the program
 * @return the exit status
 * @throw UserError naming what is wrong
 */
int RunSan(SanOptions& options, const std::vector<std::string>& words);

} // namespace ns3

#endif /* RUN_SAN_H */
