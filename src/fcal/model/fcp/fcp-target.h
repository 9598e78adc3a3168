/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_TARGET_H
#define FCP_TARGET_H

#include "fcp-command-header.h"
#include "fcp-response-header.h"
#include "fcp-target-task.h"

#include "ns3/fc-exchange.h"
#include "ns3/fc-ls-reply-header.h"
#include "ns3/object.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace ns3
{

class FcpNode;

/**
 * @ingroup fcal-fcp
 *
 * An FCP target: it puts any SCSI device on a port of a loop. Initiators log in by PLOGI and PRLI;
 * a login discards their previous state, and the device is notified that the nexus is lost.
 */
class FcpTarget : public Object, public ScsiTargetPort, private FcResponder
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FcpTarget();
    ~FcpTarget() override;

    /**
     * Answer what others send to a node, once. The target is aggregated to the node.
     *
     * @param node the node
     */
    void SetNode(Ptr<FcpNode> node);

    /**
     * @param device the device behind the target
     */
    void SetDevice(Ptr<ScsiDevice> device);

    /**
     * @return the device behind the target
     */
    Ptr<ScsiDevice> GetDevice() const;

    /**
     * @return number of initiators logged in
     */
    std::size_t GetNLogins() const;

    /**
     * @return number of tasks that the device has
     */
    std::size_t GetNTasks() const;

    // From ScsiTargetPort
    void SendDataIn(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void ReceiveDataOut(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void SendCommandComplete(Ptr<ScsiTask> task) override;
    void TaskAborted(Ptr<ScsiTask> task) override;

  protected:
    void DoDispose() override;

  private:
    /// An initiator that is logged in.
    struct Login
    {
        std::shared_ptr<const std::string> name; //!< name of its port
        bool isProcessLogin{false};              //!< whether it sent PRLI
        bool firstBurst{false};                  //!< whether first bursts come unasked
    };

    // From FcResponder
    bool RequestReceived(FcIu iu, Ptr<const FcReception> reception) override;
    void ExchangeOpened(Ptr<FcExchange> exchange) override;
    void UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception) override;
    void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss) override;
    void LoopChanged(bool online) override;

    /**
     * @param header header of a login or logout
     * @param request the request
     * @return false if it cannot be read
     */
    bool HandleLinkService(const FcHeader& header, Ptr<const Packet> request);

    /**
     * Log an initiator in.
     *
     * @param header header of its PLOGI
     * @param request the PLOGI
     * @return false if it cannot be read
     */
    bool HandlePortLogin(const FcHeader& header, Ptr<const Packet> request);

    /**
     * Agree on how an initiator uses FCP.
     *
     * @param header header of its PRLI
     * @param request the PRLI
     * @return false if it cannot be read
     */
    bool HandleProcessLogin(const FcHeader& header, Ptr<const Packet> request);

    /**
     * Report what is known of an exchange.
     *
     * @param header header of an REC
     * @param request the REC
     * @return false if it cannot be read
     */
    bool HandleReadExchange(const FcHeader& header, Ptr<const Packet> request);

    /**
     * Refuse a link service.
     *
     * @param header header of the request
     * @param reason why
     * @param explanation more about that
     */
    void RejectLinkService(const FcHeader& header,
                           FcLsRjtReason reason,
                           FcLsRjtExplanation explanation);

    /**
     * @param reception an FCP_CMND
     * @return false if it cannot be read or its initiator is not logged in
     */
    bool HandleCommand(Ptr<const FcReception> reception);

    /**
     * Make the task of a command, and hand it to the device.
     *
     * @param exchange the command's exchange
     * @param command the FCP_CMND
     * @param login its initiator
     * @param reception the sequence
     */
    void StartTask(Ptr<FcpTargetExchange> exchange,
                   const FcpCommandHeader& command,
                   const Login& login,
                   Ptr<const FcReception> reception);

    /**
     * Let the device carry out a task management function, and answer it.
     *
     * @param exchange its exchange
     * @param command the FCP_CMND
     * @param login its initiator
     */
    void ManageTasks(Ptr<FcpTargetExchange> exchange,
                     const FcpCommandHeader& command,
                     const Login& login);

    /**
     * Pass the data that the device wants and that have arrived, and ask for more.
     *
     * @param task the task
     */
    void MoveDataOut(Ptr<FcpTargetTask> task);

    /**
     * Send FCP_RSP and close the exchange.
     *
     * @param exchange the exchange
     * @param response the answer
     */
    void Respond(Ptr<FcpTargetExchange> exchange, const FcpResponseHeader& response);

    /**
     * Take a task from the device and close its exchange, without a response to the initiator.
     *
     * @param exchange the task's exchange
     */
    void Lose(Ptr<FcpTargetExchange> exchange);

    /**
     * Forget an initiator that is logged in, and lose all its tasks (SAM-5, 6.3.4).
     *
     * @param initiator address of its port
     */
    void LoseNexus(uint32_t initiator);

    FcpNode* m_node{nullptr};           //!< the node; it lives as long as the target
    Ptr<ScsiDevice> m_device;           //!< the device behind the target
    uint32_t m_burstLength{0};          //!< most bytes of a burst, 0 for no limit
    bool m_firstBurst{false};           //!< whether it agrees to first bursts
    std::map<uint32_t, Login> m_logins; //!< initiators by address
};

} // namespace ns3

#endif /* FCP_TARGET_H */
