/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_LOGIN_H
#define FCP_LOGIN_H

#include "ns3/fc-exchange.h"

#include <cstdint>
#include <functional>

namespace ns3
{

class FcpNode;

/**
 * @ingroup fcal-fcp
 *
 * The login of an initiator with one target: PLOGI, and when that is accepted PRLI.
 */
class FcpLogin : private FcExchangeOwner
{
  public:
    /// How far a login got.
    enum class State : uint8_t
    {
        IDLE,         //!< not under way
        PORT_LOGIN,   //!< PLOGI is sent
        PROCESS_LOGIN //!< PRLI is sent
    };

    /**
     * @param done called with whether a login succeeded
     */
    explicit FcpLogin(std::function<void(bool)> done);

    /**
     * Begin.
     *
     * @param node the initiator's node, whose port is online
     * @param target address of the target's port
     * @param targetName world-wide name that the port must have
     * @param firstBurst whether to ask for a first burst without FCP_XFER_RDY
     */
    void Start(FcpNode* node, uint8_t target, uint64_t targetName, bool firstBurst);

    /**
     * Give up, if one is under way. Nobody is notified.
     */
    void Cancel();

    /**
     * @return how far it got
     */
    State GetState() const;

    /**
     * @return whether the last login agreed on a first burst without FCP_XFER_RDY
     */
    bool HasFirstBurst() const;

  private:
    void ExchangeOpened(Ptr<FcExchange> exchange) override;
    void UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception) override;
    void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss) override;

    /**
     * Open the exchange of a state.
     *
     * @param state the state
     */
    void Enter(State state);

    /**
     * The target answered PLOGI.
     *
     * @param answer its answer
     */
    void HandlePortLogin(Ptr<const Packet> answer);

    /**
     * The target answered PRLI.
     *
     * @param answer its answer
     */
    void HandleProcessLogin(Ptr<const Packet> answer);

    /**
     * End.
     *
     * @param success whether it succeeded
     */
    void Finish(bool success);

    std::function<void(bool)> m_done; //!< called with whether it succeeded
    FcpNode* m_node{nullptr};         //!< the initiator's node
    uint8_t m_target{0};              //!< address of the target's port
    uint64_t m_targetName{0};         //!< name of the target's port
    bool m_firstBurst{false};         //!< asked for, then agreed
    State m_state{State::IDLE};       //!< how far it got
    Ptr<FcExchange> m_exchange;       //!< the current exchange, or null
};

} // namespace ns3

#endif /* FCP_LOGIN_H */
