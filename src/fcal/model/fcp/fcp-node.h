/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCP_NODE_H
#define FCP_NODE_H

#include "ns3/fc-exchange.h"
#include "ns3/fc-id-pool.h"
#include "ns3/fc-originator.h"
#include "ns3/fc-plogi-header.h"
#include "ns3/fcal-port-client.h"
#include "ns3/fcal-port.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-fcp
 *
 * Determine the information unit of a sequence.
 *
 * @param header header of one of its frames
 * @return the unit, or nothing if it is none of the models
 */
std::optional<FcIu> GetFcIu(const FcHeader& header);

/**
 * @ingroup fcal-fcp
 *
 * What a node counts.
 */
struct FcpCounters
{
    std::array<uint64_t, 10> sent{};     //!< information units sent, by FcIu
    std::array<uint64_t, 10> received{}; //!< information units received, by FcIu
    uint64_t opened{0};                  //!< exchanges that it originated
    uint64_t accepted{0};                //!< exchanges that others originated with it
    uint64_t closed{0};                  //!< exchanges of both kinds that are over
    uint64_t dropped{0};                 //!< units that belong to no exchange: late ones
    uint64_t retries{0};                 //!< commands sent once more
};

/**
 * @ingroup fcal-fcp
 *
 * FCP on a port. It owns the exchanges by OX_ID and RX_ID, and passes received units to the
 * initiators and the target that share the port.
 *
 * It is aggregated to its port and has the same lifetime. When the loop is initialised, sent data
 * may be lost and addresses may change: the node discards the data that waits at the port, and all
 * exchanges and logins end.
 */
class FcpNode : public Object, public FcalPortClient
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    FcpNode();
    ~FcpNode() override;

    /**
     * Put the node on a port, once: it becomes the port's client and is aggregated to it.
     *
     * @param port the port
     */
    void SetPort(Ptr<FcalPort> port);

    /**
     * @return the port
     */
    Ptr<FcalPort> GetPort() const;

    /**
     * @return the port's world-wide name
     */
    uint64_t GetPortName() const;

    /**
     * @param code PLOGI or LS_ACC
     * @return what the port offers and asks for when it logs in
     */
    FcPlogiHeader MakePortLogin(FcElsCode code) const;

    /**
     * Add an initiator. It is notified of the loop from now on.
     *
     * @param originator the initiator
     * @param object the same as an object, which the node keeps
     */
    void AddOriginator(FcOriginator& originator, Ptr<Object> object);

    /**
     * Set what answers requests of others.
     *
     * @param responder who, must outlive the node or be taken off; null for none
     */
    void SetResponder(FcResponder* responder);

    /**
     * @return whether the port can send
     */
    bool IsOnline() const;

    /**
     * @return how long an exchange may be silent
     */
    Time GetExchangeTimeout() const;

    /**
     * @return whether its initiators ask a target for a silent exchange before they abort it
     */
    bool UsesRec() const;

    /**
     * Open an exchange as soon as there are fewer than the limit; the others wait in order.
     *
     * @param exchange the exchange, with the address of the other port
     */
    void Originate(Ptr<FcExchange> exchange);

    /**
     * Open an exchange now, even beyond the limit: for logins and task management.
     *
     * @param exchange the exchange, with the address of the other port
     */
    void OriginateNow(Ptr<FcExchange> exchange);

    /**
     * Take an exchange that another port originates: it gets its RX_ID.
     *
     * @param exchange the exchange
     * @param header header of its first sequence
     */
    void Accept(Ptr<FcExchange> exchange, const FcHeader& header);

    /**
     * @param originator address of another port
     * @param oxId an OX_ID
     * @return the open exchange that the port originated under this OX_ID, or null
     */
    Ptr<FcExchange> FindAccepted(uint32_t originator, uint16_t oxId) const;

    /**
     * @return all open exchanges that others originated, by address and OX_ID
     */
    std::vector<Ptr<FcExchange>> GetAccepted() const;

    /**
     * Close an exchange, or forget one that still waits. Nothing more is heard of it.
     *
     * @param exchange the exchange
     */
    void Close(Ptr<FcExchange> exchange);

    /**
     * Send an information unit of an open exchange.
     *
     * @param exchange the exchange
     * @param iu what it is
     * @param payload its bytes, null for none
     * @param offset of FCP_DATA: where in the command's buffer, bytes
     * @param goesOn whether this side sends more behind it
     */
    void Send(Ptr<FcExchange> exchange,
              FcIu iu,
              Ptr<Packet> payload,
              uint32_t offset = 0,
              bool goesOn = false);

    /**
     * Answer a request by one unit, without an exchange of one's own.
     *
     * @param request header of the request
     * @param iu what it is
     * @param payload its bytes
     */
    void Reply(const FcHeader& request, FcIu iu, Ptr<Packet> payload);

    /**
     * Count, and trace, that a command is sent once more.
     *
     * @param exchange its exchange, closed
     */
    void NoteRetry(Ptr<const FcExchange> exchange);

    /**
     * @return number of exchanges that it originated and that are open
     */
    std::size_t GetNOpen() const;

    /**
     * @return number of exchanges that wait to be opened
     */
    std::size_t GetNWaiting() const;

    /**
     * @return what it counted
     */
    const FcpCounters& GetCounters() const;

    // From FcalPortClient
    void SequenceReceived(Ptr<const FcReception> reception) override;
    void SequenceFailed(Ptr<FcSequence> sequence, FcalFailure failure) override;
    void PortStateChanged(FcalPortState state) override;

    /**
     * TracedCallback signature for what happens to an exchange.
     *
     * @param exchange the exchange
     */
    using ExchangeTracedCallback = void (*)(Ptr<const FcExchange> exchange);

    /**
     * TracedCallback signature for an information unit.
     *
     * @param iu what it is
     * @param header header of its sequence
     * @param size its bytes
     */
    using UnitTracedCallback = void (*)(FcIu iu, const FcHeader& header, uint32_t size);

  protected:
    void DoDispose() override;

  private:
    /**
     * Open an exchange.
     *
     * @param exchange the exchange
     */
    void Open(Ptr<FcExchange> exchange);

    /**
     * Open exchanges that wait, as the limit allows.
     */
    void OpenWaiting();

    /**
     * Find the exchange of a sequence.
     *
     * @param header the sequence's header
     * @param sentHere whether this node sent it
     * @return the exchange, or null if it is not open
     */
    Ptr<FcExchange> Find(const FcHeader& header, bool sentHere) const;

    /**
     * Pass a unit to its receiver.
     *
     * @param iu what it is
     * @param reception the sequence
     * @return false if it has no recipient
     */
    bool Dispatch(FcIu iu, Ptr<const FcReception> reception);

    /**
     * The originator of an exchange gives it up.
     *
     * @param header header of its ABTS
     */
    void HandleAbort(const FcHeader& header);

    /**
     * Hand a sequence to the port.
     *
     * @param iu what it is
     * @param header its header
     * @param payload its bytes, null for none
     */
    void SendSequence(FcIu iu, const FcHeader& header, Ptr<Packet> payload);

    /**
     * @param timeout how long an exchange may be silent
     */
    void SetExchangeTimeout(Time timeout);

    /**
     * Tell the owners of exchanges of which nothing was heard for too long.
     */
    void ClockRang();

    FcalPort* m_port{nullptr};                      //!< the port; it lives as long as the node
    std::vector<FcOriginator*> m_originators;       //!< its initiators
    std::vector<Ptr<Object>> m_kept;                //!< the same, kept
    FcResponder* m_responder{nullptr};              //!< who answers others, or null
    bool m_online{false};                           //!< whether the port can send
    uint32_t m_maxExchanges{0};                     //!< most exchanges open
    bool m_usesRec{true};                           //!< whether silent exchanges are asked for
    FcIdPool m_oxIds;                               //!< its OX_IDs
    FcIdPool m_rxIds;                               //!< its RX_IDs
    std::map<uint16_t, Ptr<FcExchange>> m_open;     //!< originated and open, by OX_ID
    std::map<uint64_t, Ptr<FcExchange>> m_accepted; //!< accepted and open, by address and OX_ID
    std::deque<Ptr<FcExchange>> m_waiting;          //!< those that wait
    FcExchange::Clock m_clock;                      //!< of those that it originated
    FcpCounters m_counters;                         //!< what it counted

    TracedCallback<Ptr<const FcExchange>> m_openedTrace;             //!< exchange opened
    TracedCallback<Ptr<const FcExchange>> m_closedTrace;             //!< exchange closed
    TracedCallback<Ptr<const FcExchange>> m_retryTrace;              //!< command sent once more
    TracedCallback<FcIu, const FcHeader&, uint32_t> m_sentTrace;     //!< unit sent
    TracedCallback<FcIu, const FcHeader&, uint32_t> m_receivedTrace; //!< unit received
    TracedCallback<FcIu, const FcHeader&, uint32_t> m_droppedTrace;  //!< unit without a recipient
};

} // namespace ns3

#endif /* FCP_NODE_H */
