/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GATEWAY_DRIVE_H
#define GATEWAY_DRIVE_H

#include "gateway-back-end-client.h"
#include "gateway-back-end.h"
#include "gateway-copy-identifiers.h"

#include "ns3/io-timeline.h"
#include "ns3/scsi-initiator-port.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup storage-gateway
 *
 * The queue of a gateway for one drive, and the path to it: an initiator port that forwards its
 * tasks to another. A command goes to the back end's queue, and from there to the drive, when fewer
 * than QueueDepth are outstanding at the drive; the others wait in order of arrival, HEAD OF QUEUE
 * commands before all others.
 *
 * It stamps DISPATCHED when the command, and again when data of a write, goes to the back end. Of
 * the later stamps, it keeps the stages of the loop and the drive that follow the last DISPATCHED.
 */
class GatewayDrive : public ScsiInitiatorPort,
                     public ScsiInitiatorClient,
                     public GatewayBackEndClient
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set where the drive is, once and before the first command.
     *
     * @param port the port that reaches it
     * @param lun number of its logical unit at that port
     * @param backEnd what it shares with other drives
     */
    void SetPort(Ptr<ScsiInitiatorPort> port, uint16_t lun, Ptr<GatewayBackEnd> backEnd);

    /**
     * @return the port that reaches the drive
     */
    Ptr<ScsiInitiatorPort> GetPort() const;

    /**
     * @return the list identifiers of copies at the drive
     */
    std::shared_ptr<GatewayCopyIdentifiers> GetCopyIdentifiers() const;

    /**
     * @return commands that wait for the drive
     */
    uint32_t GetQueueLength() const;

    /**
     * @return commands at the drive or in the queue of the back end
     */
    uint32_t GetOutstanding() const;

    /**
     * @return commands dispatched to the drive so far
     */
    uint64_t GetDispatched() const;

    // From GatewayBackEndClient
    void Dispatch(Ptr<ScsiTask> task) override;

    // From ScsiInitiatorPort
    void SendScsiCommand(Ptr<ScsiTask> task) override;
    void SendDataOut(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    bool IsReady() const override;

    /**
     * Give a task up. Its place at the drive stays taken until the drive is done with it, unless
     * the port can abort it.
     *
     * @param task the task
     * @return true
     */
    bool AbortTask(Ptr<ScsiTask> task) override;

    // From ScsiInitiatorClient
    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

    /**
     * TracedCallback signature for a command.
     *
     * @param task the command
     */
    using TaskTracedCallback = void (*)(Ptr<const ScsiTask> task);

  protected:
    void DoDispose() override;

  private:
    /// How far a command got.
    enum class Stage : uint8_t
    {
        WAITING,  //!< in the queue
        AT_LOOP,  //!< in the queue of the back end
        AT_DRIVE, //!< sent
        GIVEN_UP  //!< sent, and nobody waits for its answer
    };

    /// A command and what the task had in the places that the drive uses.
    struct Command
    {
        ScsiInitiatorClient* client; //!< who sent it
        Ptr<IoTimeline> timeline;    //!< its stamps
        Stage stage{Stage::WAITING}; //!< how far it got
    };

    /**
     * Put commands into the queue of the back end as the depth allows.
     */
    void Pump();

    /**
     * The port is ready again.
     */
    void PortReturned();

    /**
     * A command is outstanding no more: let the next go, later at the same time.
     */
    void FreePlace();

    /// List identifiers of copies.
    std::shared_ptr<GatewayCopyIdentifiers> m_copies{std::make_shared<GatewayCopyIdentifiers>()};
    Ptr<ScsiInitiatorPort> m_port;          //!< the way to the drive
    uint64_t m_lun{0};                      //!< its logical unit there
    Ptr<GatewayBackEnd> m_backEnd;          //!< what it shares with other drives
    uint32_t m_depth;                       //!< most commands outstanding
    bool m_portAwaited{false};              //!< true while commands wait for the port
    uint64_t m_dispatched{0};               //!< commands sent
    TracedValue<uint32_t> m_length{0};      //!< commands that wait
    TracedValue<uint32_t> m_outstanding{0}; //!< commands at the drive or on the way
    std::deque<Ptr<ScsiTask>> m_queue;      //!< in the order they go
    std::unordered_map<const ScsiTask*, Command> m_commands; //!< all that are not over
    TracedCallback<Ptr<const ScsiTask>> m_dispatchedTrace;   //!< a command was sent
};

} // namespace ns3

#endif /* GATEWAY_DRIVE_H */
