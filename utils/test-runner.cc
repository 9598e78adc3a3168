/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/test.h"

/**
 * Read by the leak sanitizer, if there is one.
 *
 * @return what is no leak of ours: ns-3's event loop forgets the event whose handler throws, which
 * the tests of a user's mistakes found in mid-run make happen. Events are ns-3's alone to free.
 */
extern "C" const char*
__lsan_default_suppressions()
{
    return "leak:ns3::MakeEvent";
}

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
