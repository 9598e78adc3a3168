/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_WORKLOAD_KINDS_H
#define SAN_WORKLOAD_KINDS_H

#include "ns3/san-block-kind.h"
#include "ns3/san-program-kind.h"

#include <memory>
#include <vector>

namespace ns3
{

class SanLoadOptions;

/**
 * @ingroup san-load
 *
 * @param options the options of several kinds; they outlive the result
 * @return all kinds of workloads that issue block requests
 */
std::vector<std::unique_ptr<SanBlockKind>> MakeSanBlockKinds(const SanLoadOptions& options);

/**
 * @ingroup san-load
 *
 * @return all kinds of workloads that are programs on files
 */
std::vector<std::unique_ptr<SanProgramKind>> MakeSanProgramKinds();

} // namespace ns3

#endif /* SAN_WORKLOAD_KINDS_H */
