/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FC_EXCHANGE_CHECKER_H
#define FC_EXCHANGE_CHECKER_H

#include "fc-exchange.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup fcal-fc
 *
 * Watches the exchanges of an N_Port, which it originated or answers, and says what breaks the
 * rules of their identifiers (FC-FS, FCP). It knows nothing of the port's state:
 *
 * -# OX_ID: no two open exchanges that the port originated have the same, nor two of one other
 * port.
 * -# RX_ID: no two open exchanges that the port answers have the same.
 * -# An identifier that was given back is used again after those that were given back before it, so
 *    that a frame that is late belongs to no exchange.
 * -# Units belong to an open exchange, but for replies to link services and aborts.
 * -# SEQ_ID: the sequences that the port sends in an exchange are counted from 0, and SEQ_CNT is 0
 *    at the beginning of each.
 * -# Relative offset: data of an exchange are sent from 0 on, in order and without gaps.
 */
class FcExchangeChecker
{
  public:
    /// Called with a line for each violation.
    using Report = std::function<void(const std::string&)>;

    /**
     * @param report gets what is wrong
     */
    explicit FcExchangeChecker(Report report);

    /**
     * The port has opened an exchange.
     *
     * @param exchange the exchange
     */
    void NoteOpened(Ptr<const FcExchange> exchange);

    /**
     * An exchange has ended.
     *
     * @param exchange the exchange
     */
    void NoteClosed(Ptr<const FcExchange> exchange);

    /**
     * The port sends an information unit.
     *
     * @param iu what it is
     * @param header header of its sequence
     * @param size its bytes
     */
    void NoteSent(FcIu iu, const FcHeader& header, uint32_t size);

    /**
     * @return number of units that it has seen
     */
    uint64_t GetUnits() const;

  private:
    /// An exchange: the address of its originator, nothing if that is this port, and its OX_ID.
    using Key = std::pair<uint32_t, uint16_t>;

    /// An exchange that is open.
    struct Open
    {
        uint8_t seqId{0};   //!< of the next sequence
        uint32_t offset{0}; //!< of the next data, bytes
    };

    /**
     * @param exchange an exchange
     * @return its key
     */
    static Key GetKey(const FcExchange& exchange);

    /**
     * An identifier is in use, which must not be one that rests while others have rested longer.
     *
     * @param resting those that the port has given back, the first one first
     * @param name what it is called
     * @param id the identifier
     */
    void CheckRest(std::deque<uint16_t>& resting, const std::string& name, uint16_t id);

    Report m_report;                     //!< gets what is wrong
    std::map<Key, Open> m_open;          //!< exchanges that are open
    std::set<uint16_t> m_rxIds;          //!< of those that the port answers
    std::deque<uint16_t> m_restingOxIds; //!< OX_IDs of its own, the first that was given back first
    std::deque<uint16_t> m_restingRxIds; //!< RX_IDs, likewise
    uint64_t m_units{0};                 //!< seen
};

} // namespace ns3

#endif /* FC_EXCHANGE_CHECKER_H */
