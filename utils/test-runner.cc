/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/test.h"

/**
 * The program that runs the test suites it is linked with; `--help` lists its options.
 *
 * @param argc Number of arguments.
 * @param argv The arguments.
 * @return 0 if every selected suite passed, 1 otherwise.
 */
int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
