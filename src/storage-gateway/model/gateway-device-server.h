/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_DEVICE_SERVER_H
#define GATEWAY_DEVICE_SERVER_H

#include "ns3/scsi-device-server.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <functional>
#include <string>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The state of hosts that a gateway keeps for a logical unit of a target, because a drive sees all
 * hosts as one initiator: reservations, who prevents the removal of a medium, and unit attentions
 * caused by other hosts. It is in front of the unit, executes the commands about these, and ends
 * commands that conflict with them.
 */
class GatewayDeviceServer : public ScsiDevice, private ScsiDeviceServer
{
  public:
    /// Ends the tasks of the unit that are selected, for the initiator port that wants it.
    using Aborter = std::function<void(const ScsiTaskSet::Selection&, const std::string&)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    GatewayDeviceServer();

    /**
     * Set the device behind the guard, once and before the first command.
     *
     * @param unit the logical unit
     * @param aborter ends its tasks, wherever in the gateway they are
     */
    void SetUnit(Ptr<ScsiDevice> unit, Aborter aborter);

    /**
     * A command of an initiator port was ended because another one wanted it.
     *
     * @param initiatorPort name of the one to notify
     */
    void CommandCleared(const std::string& initiatorPort);

    /**
     * Do what a reset or the loss of a nexus does beside ending tasks (SAM-5, 6.3); nothing for any
     * other function.
     *
     * @param request what was asked for
     */
    void FunctionDone(const ScsiTaskManagementRequest& request);

    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;
    void NexusLost(const std::string& initiatorPort) override;

  protected:
    void DoDispose() override;

  private:
    // From ScsiDeviceServer. The commands that are carried out here ask for nothing of a disk.
    void Finish(const Ptr<ScsiTask>& task) override;
    ScsiIdentity GetIdentity() const override;
    bool KeepsData() const override;
    uint32_t GetMaxTransferBlocks() const override;
    void AbortCommands(const ScsiTaskSet::Selection& selection, const std::string& cause) override;

    /**
     * Carry out a command about what the gateway keeps of hosts.
     *
     * @param task the command
     */
    void CarryOut(const Ptr<ScsiTask>& task);

    Ptr<ScsiDevice> m_unit; //!< the logical unit
    Aborter m_aborter;      //!< ends its tasks
};

} // namespace ns3

#endif /* GATEWAY_DEVICE_SERVER_H */
