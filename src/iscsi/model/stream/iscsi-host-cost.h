/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_HOST_COST_H
#define ISCSI_HOST_COST_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * The processor time that iSCSI uses on one host: a fixed time for every command, for every PDU
 * sent or received, for every byte of their data segments and for every byte covered by a digest,
 * served in sequence. With all times zero, the default, nothing is delayed and no event is
 * scheduled.
 */
class IscsiHostCost : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Put a piece of work behind the work the processor already has.
     *
     * @param commands number of SCSI commands begun
     * @param pdus number of PDUs handled
     * @param bytes bytes of data segments handled
     * @param digestBytes bytes covered by digests that were made or checked
     * @return how long from now until the work is done, zero if it costs nothing and nothing waits
     */
    Time Charge(uint32_t commands, uint32_t pdus, uint32_t bytes, uint32_t digestBytes = 0);

    /**
     * Tell whether what was charged last may be handled at once. Work that costs nothing may not
     * overtake other work that ends at this very moment and whose event is still to come.
     *
     * @return true if nothing waits
     */
    bool IsIdle() const;

    /**
     * @return how long the processor worked since the simulation began, waiting work included
     */
    Time GetBusyTime() const;

  private:
    /**
     * @return true if no work costs anything, and none ever did
     */
    bool IsFree() const;

    Time m_timePerCommand;          //!< cost of a SCSI command
    Time m_timePerPdu;              //!< cost of a PDU
    double m_timePerByte;           //!< cost of a byte, ns
    double m_timePerDigestByte;     //!< cost of a byte under a digest, ns
    Time m_busyUntil;               //!< when the work at hand is done
    Time m_lastEvent{TimeStep(-1)}; //!< when work is done that could not be handled at once
    Time m_busyTime;                //!< all the work there was
};

} // namespace ns3

#endif /* ISCSI_HOST_COST_H */
