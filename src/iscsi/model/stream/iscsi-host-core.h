/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_HOST_CORE_H
#define ISCSI_HOST_CORE_H

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * A core of a host's processor: it does one piece of work after the other, in the order in which
 * they came.
 */
class IscsiHostCore
{
  public:
    /**
     * Put a piece of work behind the work that the core already has.
     *
     * @param cost how long it takes
     * @return how long from now until it is done
     */
    Time Add(Time cost);

    /**
     * Tell whether what was added last may be handled at once. Work that costs nothing may not
     * overtake other work that ends at this very moment and whose event is still to come.
     *
     * @return true if nothing waits
     */
    bool IsIdle() const;

    /**
     * @return how long the core worked since the simulation began, waiting work included
     */
    Time GetBusyTime() const;

  private:
    Time m_busyUntil;               //!< when the work at hand is done
    Time m_lastEvent{TimeStep(-1)}; //!< when work is done that could not be handled at once
    Time m_busyTime;                //!< all the work there was
};

} // namespace ns3

#endif /* ISCSI_HOST_CORE_H */
