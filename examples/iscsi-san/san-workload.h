/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WORKLOAD_H
#define SAN_WORKLOAD_H

#include "ns3/block-workload-helper.h"

namespace ns3
{

class SanOptions;

/**
 * Configure what each initiator does.
 *
 * @param o the options
 * @return the helper that installs a workload
 */
BlockWorkloadHelper MakeSanWorkload(const SanOptions& o);

} // namespace ns3

#endif /* SAN_WORKLOAD_H */
