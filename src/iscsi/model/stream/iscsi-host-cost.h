/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_HOST_COST_H
#define ISCSI_HOST_COST_H

#include "iscsi-host-core.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-stream
 *
 * A piece of work that iSCSI has for a host.
 */
struct IscsiHostWork
{
    uint32_t commands{0};      //!< number of SCSI commands begun
    uint32_t pdus{0};          //!< number of PDUs handled
    uint32_t sentBytes{0};     //!< bytes of data segments to send
    uint32_t receivedBytes{0}; //!< bytes of data segments that arrived
    uint32_t digestBytes{0};   //!< bytes covered by digests that were made or checked
};

/**
 * @ingroup iscsi-stream
 *
 * The cores of a host that work for one connection.
 */
struct IscsiHostCores
{
    uint32_t own{0};     //!< runs its commands and all that it sends
    uint32_t receive{0}; //!< takes in the PDUs that arrive
};

/**
 * @ingroup iscsi-stream
 *
 * The processor time that iSCSI uses on one host: a fixed time for every command, for every PDU
 * sent or received, for every byte of their data segments and for every byte covered by a digest.
 * The host has one core or several, each of which does its work in sequence. Connections are dealt
 * out to the cores in turn; those of several applications share them if they share this object.
 * What arrives is taken in by the core of the connection's receive queue, which is another one
 * where the adapter has fewer queues than the host has cores. With all times zero, the default,
 * nothing is delayed and no event is scheduled.
 */
class IscsiHostCost : public Object
{
  public:
    static constexpr uint32_t MAX_CORES = 1024; //!< most cores of a host

    IscsiHostCost();

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Give the next connection its cores.
     *
     * @return the cores, which stay the connection's
     */
    IscsiHostCores Assign();

    /**
     * Put a piece of work behind the work that a core already has.
     *
     * @param core number of the core
     * @param work the work
     * @return how long from now until it is done, zero if it costs nothing and nothing waits
     */
    Time Charge(uint32_t core, const IscsiHostWork& work);

    /**
     * Tell whether what a core was charged last may be handled at once: see IscsiHostCore::IsIdle.
     *
     * @param core number of the core
     * @return true if nothing waits
     */
    bool IsIdle(uint32_t core) const;

    /**
     * @return number of cores
     */
    uint32_t GetNCores() const;

    /**
     * @param core number of a core
     * @return how long it worked since the simulation began, waiting work included
     */
    Time GetBusyTime(uint32_t core) const;

    /**
     * @return how long all cores worked since the simulation began, waiting work included
     */
    Time GetBusyTime() const;

  private:
    /**
     * @param cores number of cores, at least 1
     */
    void SetNCores(uint32_t cores);

    /**
     * @return true if no work costs anything, and none ever did
     */
    bool IsFree() const;

    Time m_timePerCommand;              //!< cost of a SCSI command
    Time m_timePerPdu;                  //!< cost of a PDU
    double m_timePerByte;               //!< cost of a byte, ns
    double m_timePerDigestByte;         //!< cost of a byte under a digest, ns
    bool m_zeroCopySend;                //!< whether sent bytes cost nothing
    uint32_t m_receiveQueues;           //!< receive queues of the adapter, 0: one for each core
    std::vector<IscsiHostCore> m_cores; //!< what does the work
    uint32_t m_connections{0};          //!< connections that have their cores
    bool m_everWorked{false};           //!< whether there was work that cost time
};

} // namespace ns3

#endif /* ISCSI_HOST_COST_H */
