/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a storage area network as its options say; san-scenario.h shows it. Prints the key figures.
// With --describe it prints what options there are, as JSON for other programs.

#include "run-san.h"

#include "ns3/san-program-options.h"
#include "ns3/user-error.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([argc, argv] {
        IscsiSanOptions options;
        return RunSan(options, {argv + 1, argv + argc});
    });
}
