/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DISK_GOOD_FILE_H
#define DISK_GOOD_FILE_H

#include <string>

namespace ns3
{

/// A drive file that is in order; its zone is on line 8.
inline const std::string GOOD_FILE = "blocks 40\n"
                                     "block_size 512\n"
                                     "cylinders 3\n"
                                     "heads 2\n"
                                     "rpm 5400.25\n"
                                     "head_switch_ms 1.5\n"
                                     "write_settle_ms 0\n"
                                     "zone 0 1 10 2 3 0\n"
                                     "  # a comment\n"
                                     "seek 1 2.0000005\n"
                                     "seek 2 2.5\n";

} // namespace ns3

#endif /* DISK_GOOD_FILE_H */
