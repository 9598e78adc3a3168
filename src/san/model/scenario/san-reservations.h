/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAN_RESERVATIONS_H
#define SAN_RESERVATIONS_H

#include "ns3/packet.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <map>

namespace ns3
{

enum class ScsiOpcode : uint8_t;
enum class ScsiReserveOutAction : uint8_t;

/**
 * @ingroup san-scenario
 *
 * Sends the commands with which hosts reserve logical units. Nobody looks at how they end: a unit
 * that another has reserved refuses them.
 */
class SanReservations : private ScsiInitiatorClient
{
  public:
    /**
     * Send RESERVE(6) or RELEASE(6) (SPC-2, 7.21 and 7.16).
     *
     * @param port the port of the host, which is ready
     * @param lun address of the logical unit
     * @param opcode which of them
     */
    void Send(const Ptr<ScsiInitiatorPort>& port, uint64_t lun, ScsiOpcode opcode);

    /**
     * Send PERSISTENT RESERVE OUT for exclusive access (SPC-4, 6.16).
     *
     * @param port the port of the host, which is ready
     * @param lun address of the logical unit
     * @param action what it is to do
     * @param key the host's key, above 0, that is registered or to be registered
     */
    void SendPersistent(const Ptr<ScsiInitiatorPort>& port,
                        uint64_t lun,
                        ScsiReserveOutAction action,
                        uint64_t key);

  private:
    /// A command that has not ended.
    struct Command
    {
        Ptr<ScsiInitiatorPort> port; //!< that sent it
        Ptr<Packet> list;            //!< its parameter list
    };

    /**
     * @param port the port that sends it
     * @param task the command, without the client
     * @param list its parameter list
     */
    void Start(const Ptr<ScsiInitiatorPort>& port, const Ptr<ScsiTask>& task, Ptr<Packet> list);

    // From ScsiInitiatorClient
    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

    std::map<Ptr<ScsiTask>, Command> m_commands; //!< that have not ended
};

} // namespace ns3

#endif /* SAN_RESERVATIONS_H */
