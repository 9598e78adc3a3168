/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Runs a storage area network whose hosts are stations of a wireless network, with the options of
// iscsi-san but those of cables; san-wireless-network.h shows it. Prints the key figures.

#include "run-san.h"

#include "ns3/san-program-options.h"
#include "ns3/user-error.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    return RunReportingUserErrors([argc, argv] {
        WirelessSanOptions options;
        return RunSan(options, {argv + 1, argv + argc});
    });
}
