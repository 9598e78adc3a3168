/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SACK_BLOCKS_H
#define TCP_SACK_BLOCKS_H

#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"

#include <functional>

namespace ns3
{

/**
 * @ingroup host-tcp-recovery
 *
 * @param header of a segment
 * @return the blocks of its SACK option, none if it has no such option
 */
TcpOptionSack::SackList GetSackBlocks(const TcpHeader& header);

/**
 * @ingroup host-tcp-recovery
 *
 * @param header of a segment
 * @param keep whether a block stays
 * @return the same without the other blocks, and without the option if none is left
 */
TcpHeader KeepSackBlocks(const TcpHeader& header,
                         const std::function<bool(const TcpOptionSack::SackBlock&)>& keep);

} // namespace ns3

#endif /* TCP_SACK_BLOCKS_H */
