/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_HELPER_H
#define FCAL_HELPER_H

#include "ns3/attribute.h"
#include "ns3/block-device.h"
#include "ns3/fcal-loop.h"
#include "ns3/fcp-initiator.h"
#include "ns3/fcp-node.h"
#include "ns3/fcp-target.h"
#include "ns3/object-factory.h"
#include "ns3/scsi-device.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal
 *
 * Creates loops with FCP targets and initiators. Attributes apply to objects installed after they
 * were set.
 */
class FcalHelper
{
  public:
    FcalHelper();

    /**
     * Set an attribute of the loops.
     *
     * @param name attribute of FcalLoop
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetLoopAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the ports.
     *
     * @param name attribute of FcalPort
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetPortAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of what speaks FCP on each port.
     *
     * @param name attribute of FcpNode
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetNodeAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the initiators.
     *
     * @param name attribute of FcpInitiator
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetInitiatorAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Set an attribute of the targets.
     *
     * @param name attribute of FcpTarget
     * @param value its value
     * @throw UserError naming the attribute and its range, if it does not take the value
     */
    void SetTargetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @return a loop without ports
     */
    Ptr<FcalLoop> CreateLoop() const;

    /**
     * Put a target with a port of its own at the end of a loop.
     *
     * @param loop the loop
     * @param device the device behind the target
     * @return the target
     * @throw UserError if the loop is full
     */
    Ptr<FcpTarget> InstallTarget(Ptr<FcalLoop> loop, Ptr<ScsiDevice> device);

    /**
     * Put targets with a port each at the end of a loop.
     *
     * @param loop the loop
     * @param devices the devices behind them
     * @return the targets in the same order
     * @throw UserError if the loop is full
     */
    std::vector<Ptr<FcpTarget>> InstallTargets(Ptr<FcalLoop> loop,
                                               const std::vector<Ptr<ScsiDevice>>& devices);

    /**
     * Put drives with a port each at the end of a loop. Each is the logical unit 0, a ScsiDisk, of
     * a target of its own.
     *
     * @param loop the loop
     * @param drives the drives
     * @throw UserError if the loop is full
     */
    void InstallDisks(Ptr<FcalLoop> loop, const std::vector<Ptr<BlockDevice>>& drives);

    /**
     * Make a port for initiators, which is on no loop yet.
     *
     * @return what speaks FCP on it
     */
    Ptr<FcpNode> CreateNode() const;

    /**
     * Make an initiator on a port for a target of the same loop.
     *
     * @param node what speaks FCP on the port
     * @param target the target
     * @return the initiator
     */
    Ptr<FcpInitiator> Connect(Ptr<FcpNode> node, Ptr<FcpTarget> target) const;

    /**
     * Put a port at the end of a loop, with an initiator for each target that this helper has put
     * on the loop so far.
     *
     * @param loop the loop
     * @return the initiators in the order of the targets
     * @throw UserError if the loop is full
     */
    std::vector<Ptr<FcpInitiator>> InstallInitiator(Ptr<FcalLoop> loop) const;

    /**
     * Put a port with initiators at the end of a loop, as InstallInitiator does.
     *
     * @param loop the loop
     * @return the logical unit 0 of each target, in the order of the targets
     * @throw UserError if the loop is full
     */
    std::vector<Ptr<BlockDevice>> InstallBlockDevices(Ptr<FcalLoop> loop) const;

    /**
     * Write all frames of a loop to a file until the simulator is destroyed.
     *
     * @param prefix name of the file without ".pcap"
     * @param loop the loop
     * @throw UserError if the file cannot be created
     */
    static void EnablePcap(const std::string& prefix, Ptr<FcalLoop> loop);

  private:
    ObjectFactory m_loopFactory;      //!< makes the loops
    ObjectFactory m_portFactory;      //!< makes the ports
    ObjectFactory m_nodeFactory;      //!< makes what speaks FCP on them
    ObjectFactory m_initiatorFactory; //!< makes the initiators
    ObjectFactory m_targetFactory;    //!< makes the targets
    std::vector<std::pair<Ptr<FcalLoop>, Ptr<FcpTarget>>> m_targets; //!< targets with their loops
};

} // namespace ns3

#endif /* FCAL_HELPER_H */
