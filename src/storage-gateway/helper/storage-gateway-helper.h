/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STORAGE_GATEWAY_HELPER_H
#define STORAGE_GATEWAY_HELPER_H

#include "ns3/address.h"
#include "ns3/attribute.h"
#include "ns3/block-device.h"
#include "ns3/fcal-helper.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/storage-gateway.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * Builds a storage area network around a gateway: drives behind it, on loops or not, iSCSI targets
 * on it, iSCSI initiators that log in to all of them. The user supplies the network in between:
 * nodes with addresses.
 */
class StorageGatewayHelper
{
  public:
    StorageGatewayHelper();
    virtual ~StorageGatewayHelper() = default;

    /**
     * Set an attribute of the gateways: queue depths, buffer size, transfer mode.
     *
     * @param name attribute of StorageGateway
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetGatewayAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of both ends of every session: text keys, TCP settings, pings.
     *
     * @param name attribute of IscsiInitiator and IscsiTarget
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetSessionAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Choose what the drives are.
     *
     * @param typeId a class of block device, for example ns3::DiskDrive
     * @throw UserError if there is no such class
     */
    void SetDrive(const std::string& typeId);

    /**
     * Set an attribute of the drives.
     *
     * @param name attribute of the class of SetDrive
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetDriveAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Choose what makes the drives, in the place of SetDrive and SetDriveAttribute: an array of
     * several in the place of each, for example.
     *
     * @param make gives another block device at each call; it keeps contents if SetStoreData says
     * so
     */
    void SetDriveMaker(const std::function<Ptr<BlockDevice>()>& make);

    /**
     * Set an attribute of the SCSI disks that the drives are.
     *
     * @param name attribute of ScsiDisk
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetDiskAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Put the drives of each gateway made from now on arbitrated loops. Drives are dealt out to
     * the loops in turn. The gateway has a port on each, first on the loop and so first in
     * priority.
     *
     * @param loops loops of a gateway; 0, as it is at first, for a ScsiLocalPort to each drive
     */
    void SetLoops(uint32_t loops);

    /**
     * Get what makes the loops, to set attributes of loops, of ports and of FCP on all of them.
     *
     * @return the helper for loops
     */
    FcalHelper& GetFcalHelper();

    /**
     * Set an attribute of the gateway's own ports on loops, over what the helper for loops sets
     * for all ports.
     *
     * @param name attribute of FcalPort
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetGatewayPortAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the ports between gateway and drives, if there are no loops.
     *
     * @param name attribute of ScsiLocalPort
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetBackEndPortAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the remote disks that initiators get.
     *
     * @param name attribute of ScsiBlockDevice
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Keep contents from end to end, or count bytes only, in what is made from now on.
     *
     * @param keep true to keep them
     */
    void SetStoreData(bool keep);

    /**
     * Put a gateway on a node: targets that start at once, each with drives of its own as LUN 0, 1
     * and so on. Each loop is a back end of the gateway, which has the loop aggregated to it;
     * without loops there is one back end. Target i listens at TCP port 3260 + i on all addresses.
     *
     * @param node the node
     * @param targets number of targets
     * @param drivesPerTarget drives of each
     * @return the gateway
     * @throw UserError if a drive's attributes contradict each other or a loop is full
     */
    Ptr<StorageGateway> Install(Ptr<Node> node, uint32_t targets, uint32_t drivesPerTarget);

    /**
     * Make a drive behind a gateway, for a mapping of the user's own. On a loop, before the loop's
     * first initialisation is over. The block device is aggregated to the drive's queue.
     *
     * @param gateway the gateway
     * @param backEnd one of its back ends
     * @return the drive's queue
     * @throw UserError if the loop is full
     */
    Ptr<GatewayDrive> AddDrive(Ptr<StorageGateway> gateway, Ptr<GatewayBackEnd> backEnd);

    /**
     * Open a portal for a target. One target may have several.
     *
     * @param node the gateway's node
     * @param gateway the gateway
     * @param target number of the target
     * @param local address to listen at, with a TCP port or without
     * @return the iSCSI target
     */
    Ptr<IscsiTarget> OpenPortal(Ptr<Node> node,
                                Ptr<StorageGateway> gateway,
                                uint32_t target,
                                const Address& local);

    /**
     * Put an initiator on a node for each target of a gateway that Install made.
     *
     * @param node the node
     * @param gateway the gateway
     * @param address an address of the gateway's node, IPv4 or IPv6
     * @return the logical units of all targets as the node sees them, those of the first target
     *         first
     */
    std::vector<Ptr<BlockDevice>> Connect(Ptr<Node> node,
                                          Ptr<StorageGateway> gateway,
                                          const Address& address);

    /**
     * Put an initiator for one target on a node.
     *
     * @param node the node
     * @param targetName name of the target
     * @param portal its address with a TCP port
     * @return the initiator
     */
    Ptr<IscsiInitiator> Login(Ptr<Node> node,
                              const std::string& targetName,
                              const Address& portal) const;

    /**
     * Make a remote disk over an initiator.
     *
     * @param initiator the initiator
     * @param lun number of the logical unit
     * @return the disk
     */
    Ptr<BlockDevice> MakeDevice(Ptr<IscsiInitiator> initiator, uint16_t lun) const;

    /**
     * @param backEnd a back end that Install made
     * @return the gateway's port on its loop, or null if it is no loop
     */
    Ptr<FcalPort> GetGatewayPort(Ptr<GatewayBackEnd> backEnd) const;

  private:
    /**
     * @return a drive
     */
    Ptr<BlockDevice> MakeDrive() const;

    /**
     * Add the back ends of a gateway.
     *
     * @param gateway the gateway
     */
    void AddBackEnds(Ptr<StorageGateway> gateway);

    /**
     * Make a loop with the gateway's port on it.
     *
     * @param backEnd what it is to the gateway
     */
    void MakeLoop(Ptr<GatewayBackEnd> backEnd);

    /**
     * @param backEnd a back end
     * @return what speaks FCP on the gateway's port, or null if it is no loop
     */
    Ptr<FcpNode> FindNode(Ptr<GatewayBackEnd> backEnd) const;

    /**
     * Make the way from a gateway to a drive.
     *
     * @param disk the drive as SCSI sees it
     * @param backEnd what the drive is on
     * @return the port that reaches it
     */
    Ptr<ScsiInitiatorPort> MakeBackEndPort(Ptr<ScsiDevice> disk, Ptr<GatewayBackEnd> backEnd);

    ObjectFactory m_gatewayFactory;                //!< makes gateways
    ObjectFactory m_targetFactory;                 //!< makes iSCSI targets
    ObjectFactory m_initiatorFactory;              //!< makes iSCSI initiators
    ObjectFactory m_driveFactory;                  //!< makes drives
    std::function<Ptr<BlockDevice>()> m_makeDrive; //!< makes them instead, empty for nothing
    ObjectFactory m_diskFactory;                   //!< makes the SCSI disks that they are
    ObjectFactory m_backEndPortFactory;            //!< makes ports to drives
    ObjectFactory m_deviceFactory;                 //!< makes remote disks
    bool m_storeData{false};                       //!< true to keep contents
    uint32_t m_loops{0};                           //!< loops of a gateway
    FcalHelper m_fcal;                             //!< makes the loops and what is on them
    /// Attributes of the gateway's ports by name.
    std::vector<std::pair<std::string, Ptr<const AttributeValue>>> m_gatewayPort;
    /// Loops by what they are to their gateways, with what speaks FCP on the gateway's port.
    std::vector<std::pair<Ptr<GatewayBackEnd>, Ptr<FcpNode>>> m_nodes;
};

} // namespace ns3

#endif /* STORAGE_GATEWAY_HELPER_H */
