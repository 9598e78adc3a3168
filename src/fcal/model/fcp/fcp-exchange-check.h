/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_EXCHANGE_CHECK_H
#define FCP_EXCHANGE_CHECK_H

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
 * What a target says of an exchange.
 */
enum class FcpExchangeState : uint8_t
{
    TARGET_WORKS, //!< it holds the sequence initiative: an answer will come
    TARGET_WAITS, //!< it waits for the initiator
    UNKNOWN,      //!< it does not know the exchange, or not any more
    NOT_ANSWERED  //!< it does not say
};

/**
 * @ingroup fcal-fcp
 *
 * Asks a target by REC what became of exchanges from which nothing is heard (FCP-4, clause 12),
 * each in an exchange of its own.
 */
class FcpExchangeCheck : private FcExchangeOwner
{
  public:
    /// Called with what the target says of an exchange.
    using Done = std::function<void(Ptr<FcExchange>, FcpExchangeState)>;

    /**
     * @param done notified of each exchange that is still the one that was asked about
     */
    explicit FcpExchangeCheck(Done done);

    /**
     * Ask about an exchange, unless that is being done.
     *
     * @param node the initiator's node
     * @param exchange the open exchange
     */
    void Ask(FcpNode* node, Ptr<FcExchange> exchange);

    /**
     * The target is gone: nothing more is said.
     */
    void Cancel();

  private:
    /// A question on its way.
    struct Question : public FcExchange
    {
        using FcExchange::FcExchange;

        Ptr<FcExchange> subject; //!< the exchange that it is about
        FcExchangeIds asked;     //!< its identifiers when that was asked
    };

    void ExchangeOpened(Ptr<FcExchange> exchange) override;
    void UnitReceived(Ptr<FcExchange> exchange, FcIu iu, Ptr<const FcReception> reception) override;
    void ExchangeLost(Ptr<FcExchange> exchange, FcExchangeLoss loss) override;

    /**
     * A question is over.
     *
     * @param question the question
     * @param state the answer
     */
    void End(Ptr<Question> question, FcpExchangeState state);

    Done m_done;                            //!< called with the answers
    FcpNode* m_node{nullptr};               //!< the initiator's node
    std::vector<Ptr<Question>> m_questions; //!< those on their way
};

} // namespace ns3

#endif /* FCP_EXCHANGE_CHECK_H */
