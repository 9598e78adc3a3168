/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_TARGETS_H
#define SAN_TARGETS_H

#include "ns3/application-container.h"
#include "ns3/block-array.h"
#include "ns3/block-device.h"
#include "ns3/iscsi-target.h"
#include "ns3/san-drives.h"
#include "ns3/scsi-target-port-groups.h"
#include "ns3/scsi-task-router.h"
#include "ns3/storage-gateway-helper.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class SanNetwork;
class SanOptions;

/**
 * @param kind initiator or target
 * @param number its number
 * @return its iSCSI name
 */
std::string GetSanName(const std::string& kind, uint32_t number);

/**
 * @ingroup san-scenario
 *
 * The iSCSI targets, with drives of their own or as gateways with drives behind them.
 */
class SanTargets
{
  public:
    /**
     * Put a target with drives as LUNs 0, 1, ... on each target node, unless the nodes are file
     * servers.
     *
     * @param network the network
     * @param o the options
     */
    SanTargets(const SanNetwork& network, const SanOptions& o);

    /**
     * @return the targets, one of each node; of targets with several portals one for each portal,
     *         target by target
     */
    const ApplicationContainer& GetApplications() const;

    /**
     * @return number of targets, with one portal or several
     */
    uint32_t GetN() const;

    /**
     * Check that there are targets.
     *
     * @param command what is asked of them, a fault's command
     * @throw UserError if there are none
     */
    void CheckAny(const std::string& command) const;

    /**
     * @return number of portals that each target has
     */
    uint32_t GetNPortals() const;

    /**
     * @return number of logical units that each target has
     */
    uint32_t GetNUnits() const;

    /**
     * @return makes a new drive like those of the targets, which is not worn
     */
    const SanDriveMaker& GetDriveMaker() const;

    /**
     * @param i number of a target
     * @param portal number of one of its portals
     * @return the portal
     */
    Ptr<IscsiTarget> GetPortal(uint32_t i, uint32_t portal) const;

    /**
     * @param i number of a target
     * @return the access states of its portal groups, null if it has one portal or is a gateway
     */
    Ptr<ScsiTargetPortGroups> GetPortGroups(uint32_t i) const;

    /**
     * @param i number of a target
     * @return its iSCSI name
     */
    const std::string& GetName(uint32_t i) const;

    /**
     * @return the gateways, none if the targets are not gateways
     */
    const std::vector<Ptr<StorageGateway>>& GetGateways() const;

    /**
     * @return the drives or arrays behind the logical units of the targets, none of gateways
     */
    const std::vector<Ptr<BlockDevice>>& GetUnits() const;

    /**
     * @return the drives and arrays of all targets, those behind gateways too
     */
    std::vector<Ptr<BlockDevice>> GetStorage() const;

    /**
     * @return all drives, target by target, those of arrays and gateways too
     */
    std::vector<Ptr<BlockDevice>> GetDrives() const;

    /**
     * @return all arrays, target by target, those behind gateways too
     */
    std::vector<Ptr<BlockArray>> GetArrays() const;

    /**
     * @param lost for each target, the sessions that initiators lost and could not log out of; a
     *             target that sends no NOP-Ins may keep as many, with what they have received
     * @return what is left although nobody uses the targets any more, a line each: sessions and
     *         logins, memory for data, requests at gateways and drives
     */
    std::vector<std::string> GetLeftovers(const std::vector<uint32_t>& lost) const;

  private:
    /**
     * Put a target with drives of its own on a node.
     *
     * @param node the node
     * @param number the target's number
     * @param o the options
     */
    void AddTarget(Ptr<Node> node, uint32_t number, const SanOptions& o);

    /**
     * Put a portal of the last target on a node.
     *
     * @param node the node
     * @param router the target's logical units
     * @param o the options
     * @return the portal
     */
    Ptr<IscsiTarget> MakePortal(Ptr<Node> node,
                                Ptr<ScsiTaskRouter> router,
                                const SanOptions& o) const;

    /**
     * Put a gateway with a target on a node.
     *
     * @param helper what makes it
     * @param node the node
     * @param o the options
     */
    void AddGateway(StorageGatewayHelper& helper, Ptr<Node> node, const SanOptions& o);

    ApplicationContainer m_applications;                 //!< the targets
    std::vector<std::string> m_names;                    //!< their names
    std::vector<Ptr<StorageGateway>> m_gateways;         //!< the gateways
    std::vector<Ptr<BlockDevice>> m_units;               //!< behind logical units of targets
    std::vector<Ptr<ScsiTargetPortGroups>> m_portGroups; //!< of each target, null for one portal
    SanDriveMaker m_driveMaker;                          //!< makes spares
};

} // namespace ns3

#endif /* SAN_TARGETS_H */
