/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_COMMAND_H
#define IO_COMMAND_H

#include "ns3/address.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * A TCP connection by which commands go to a target.
 */
struct IoConnection : public SimpleRefCount<IoConnection>
{
    Address local;  //!< address and port of the initiator's end
    Address remote; //!< address and port of the target's end
};

/**
 * @ingroup block-io-device
 *
 * The command by which a request went to a target, as a capture of the network shows it.
 */
struct IoCommand
{
    Ptr<const IoConnection> connection; //!< where it was sent; null for no command
    uint16_t lun{0};                    //!< number of the logical unit, 0 to 16383
    uint32_t taskTag{0};                //!< Initiator Task Tag (RFC 7143, 11.2.1.8)
    uint32_t commandNumber{0};          //!< CmdSN (RFC 7143, 4.2.2.1)
};

} // namespace ns3

#endif /* IO_COMMAND_H */
