/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-mapping.h"

namespace ns3
{

void
PageMapping::Allocate(uint64_t /* page */, uint64_t /* count */)
{
}

} // namespace ns3
