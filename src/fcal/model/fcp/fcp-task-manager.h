/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_TASK_MANAGER_H
#define FCP_TASK_MANAGER_H

#include "ns3/fc-exchange.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

class FcpNode;

/**
 * @ingroup fcal-fcp
 *
 * The task management functions that an initiator sends to its target, each in a separate exchange.
 */
class FcpTaskManager : private FcExchangeOwner
{
  public:
    /// Called with whether a function was carried out.
    using Done = std::function<void(bool)>;

    /// Called with which function was carried out, and for which logical unit.
    using CarriedOut = std::function<void(uint8_t, uint64_t)>;

    /**
     * @param carriedOut notified of each executed function, before its caller is
     */
    explicit FcpTaskManager(CarriedOut carriedOut);

    /**
     * Send a function.
     *
     * @param node the initiator's node
     * @param target address of the target's port
     * @param function a flag of FcpCommandHeader
     * @param lun logical unit, as in ScsiTask::lun
     * @param done called with whether it was carried out
     */
    void Send(FcpNode* node, uint8_t target, uint8_t function, uint64_t lun, Done done);

    /**
     * The target is gone: none of the functions is carried out.
     */
    void Cancel();

  private:
    /// A function on its way.
    struct Function : public FcExchange
    {
        using FcExchange::FcExchange;

        uint8_t flag{0}; //!< flag of FcpCommandHeader
        uint64_t lun{0}; //!< logical unit
        Done done;       //!< what to notify
    };

    void ExchangeOpened(Ptr<FcExchange> exchange) override;
    void UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception) override;
    void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss) override;

    /**
     * A function is over.
     *
     * @param function the function
     * @param success whether it was carried out
     */
    void End(Ptr<Function> function, bool success);

    CarriedOut m_carriedOut;                //!< notified of functions that were carried out
    FcpNode* m_node{nullptr};               //!< the initiator's node
    std::vector<Ptr<Function>> m_functions; //!< those on their way
};

} // namespace ns3

#endif /* FCP_TASK_MANAGER_H */
