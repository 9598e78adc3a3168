/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_ORIGINATOR_H
#define FC_ORIGINATOR_H

#include "fc-exchange.h"

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * The owner of exchanges that it originates at a node: an initiator.
 */
class FcOriginator : public FcExchangeOwner
{
  public:
    /**
     * The port can send now, or lost its address. What was sent or waited to be is gone then, and
     * so is the login: the owner closes all its exchanges.
     *
     * @param online whether the port can send
     */
    virtual void LoopChanged(bool online) = 0;
};

} // namespace ns3

#endif /* FC_ORIGINATOR_H */
