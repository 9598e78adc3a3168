/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_LOOP_ACCESS_H
#define FCAL_LOOP_ACCESS_H

#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

class FcalPort;

/**
 * @ingroup fcal-loop
 *
 * A port's view of the loop: it decides when the port may send.
 */
class FcalLoopAccess
{
  public:
    virtual ~FcalLoopAccess() = default;

    /**
     * A port has got something to send.
     *
     * @param port the port
     */
    virtual void WorkArrived(Ptr<FcalPort> port) = 0;

    /**
     * A port has nothing left to send.
     *
     * @param port the port
     */
    virtual void WorkTaken(Ptr<FcalPort> port) = 0;

    /**
     * A port keeps or gives buffers.
     *
     * @param port the port
     * @param taken number of buffers that it takes, negative for those that it gives
     */
    virtual void BuffersChanged(Ptr<FcalPort> port, int64_t taken) = 0;
};

} // namespace ns3

#endif /* FCAL_LOOP_ACCESS_H */
