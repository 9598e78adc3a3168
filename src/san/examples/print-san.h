/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PRINT_SAN_H
#define PRINT_SAN_H

#include "ns3/san-scenario.h"

namespace ns3
{

/**
 * Warn on standard error of what failed or did not do all without making the run a failure.
 *
 * @param san the network, after its run
 * @param isDone whether every workload ran to its end and nothing failed
 */
void PrintSanWarnings(const SanScenario& san, bool isDone);

/**
 * Print the figures of all requests and of jobs, and what benchmarks and programs report.
 *
 * @param san the network, after its run
 */
void PrintSanTables(const SanScenario& san);

} // namespace ns3

#endif /* PRINT_SAN_H */
