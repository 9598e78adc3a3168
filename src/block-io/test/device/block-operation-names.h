/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BLOCK_OPERATION_NAMES_H
#define BLOCK_OPERATION_NAMES_H

#include "ns3/block-request.h"

namespace ns3
{

constexpr auto READ = BlockOperation::READ;   //!< short for tests
constexpr auto WRITE = BlockOperation::WRITE; //!< short for tests
constexpr auto FLUSH = BlockOperation::FLUSH; //!< short for tests

} // namespace ns3

#endif /* BLOCK_OPERATION_NAMES_H */
