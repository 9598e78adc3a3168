/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "page-request.h"

namespace ns3
{

PageRequest::PageRequest(BlockOperation operation)
    : BlockRequest(operation, 0, 0)
{
}

PageRequest::~PageRequest() = default;

} // namespace ns3
