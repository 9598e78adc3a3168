/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_FAULT_HELPER_H
#define ISCSI_FAULT_HELPER_H

#include "ns3/attribute.h"
#include "ns3/iscsi-application.h"
#include "ns3/iscsi-pdu-fault.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Schedules faults from which iSCSI must recover: damaged PDUs, TCP resets, silent paths and
 * restarts. Call it before the simulation runs.
 */
class IscsiFaultHelper
{
  public:
    IscsiFaultHelper();

    /**
     * Set an attribute of the faults that Install makes from now on.
     *
     * @param name attribute of IscsiPduFault
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Damage PDUs of a node.
     *
     * @param node the node
     * @return the fault, which counts what it damaged
     */
    Ptr<IscsiPduFault> Install(Ptr<Node> node) const;

    /**
     * Reset TCP connections of a node: both ends get a segment with RST.
     *
     * @param node the node
     * @param at when
     * @param connection number of the connection in the order in which the node's connections are
     *        made, from 0; -1 for all that are open then
     */
    void ResetConnection(Ptr<Node> node, Time at, int32_t connection = -1) const;

    /**
     * Drop all that arrives at some devices for a time. What error models they have continues
     * otherwise.
     *
     * @param devices both ends of a link, or just one
     * @param from when the silence begins
     * @param until when it ends
     * @throw UserError if a device takes no error model, or the silence ends before it
     * begins
     */
    void SilencePath(const NetDeviceContainer& devices, Time from, Time until) const;

    /**
     * Drop some of what arrives at some devices for a time. What error models they have continues.
     *
     * @param devices both ends of a link, or just one
     * @param from when it begins
     * @param until when it ends
     * @param loss share of packets that are dropped, 0 to 1
     * @param variable from 0 to 1, decides which
     * @throw UserError if a device takes no error model, or it ends before it begins
     */
    void LosePackets(const NetDeviceContainer& devices,
                     Time from,
                     Time until,
                     double loss,
                     Ptr<UniformRandomVariable> variable) const;

    /**
     * Stop an application and start it again: its sessions are gone.
     *
     * @param application a target or an initiator, started
     * @param at when it stops
     * @param pause how long until it starts again
     */
    void Restart(Ptr<IscsiApplication> application, Time at, Time pause) const;

  private:
    ObjectFactory m_factory; //!< makes the faults
};

} // namespace ns3

#endif /* ISCSI_FAULT_HELPER_H */
