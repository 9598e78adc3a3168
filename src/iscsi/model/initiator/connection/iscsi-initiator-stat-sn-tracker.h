/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_STAT_SN_TRACKER_H
#define ISCSI_INITIATOR_STAT_SN_TRACKER_H

#include "ns3/iscsi-header.h"
#include "ns3/iscsi-serial-number.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The status numbers of one connection at its initiator (RFC 7143, 4.2.2.2): the expected number,
 * and the PDUs that arrived out of order.
 */
class IscsiInitiatorStatSnTracker
{
  public:
    /// A PDU that waits for its turn.
    struct Held
    {
        IscsiOpcode opcode; //!< its opcode
        Ptr<Packet> pdu;    //!< the PDU
    };

    /// A run of numbers.
    struct Run
    {
        uint32_t first; //!< the first number
        uint32_t count; //!< how many, 0 if there is none
    };

    /**
     * @param number the first number of the connection
     */
    void Start(uint32_t number);

    /**
     * @return the number next expected, which acknowledges all before it
     */
    uint32_t GetExpected() const
    {
        return m_expected;
    }

    /**
     * Acknowledge the number expected.
     */
    void Advance()
    {
        ++m_expected;
        if (IscsiSerialLess(m_seen, m_expected))
        {
            m_seen = m_expected;
        }
    }

    /**
     * Note that the target has used all numbers below one.
     *
     * @param number that number
     * @return the numbers of which this is the first sign, other than those that are here
     */
    Run NoteUsed(uint32_t number);

    /**
     * Keep a PDU until its turn. A repeated one is dropped.
     *
     * @param number its number, the one expected or a later one
     * @param opcode its opcode
     * @param pdu the PDU
     */
    void Hold(uint32_t number, IscsiOpcode opcode, Ptr<Packet> pdu);

    /**
     * @return the next PDU in order if it is held, else null
     */
    const Held* PeekHeld() const;

    /**
     * Take out the next PDU in order. It must be held.
     *
     * @return the PDU
     */
    Held TakeHeld();

    /**
     * @return the first run of numbers that the target has used and that were not received
     */
    Run GetMissing() const;

  private:
    /// Orders numbers that wrap around.
    struct Before
    {
        /**
         * @param one a number
         * @param other a number
         * @return true if one comes before other
         */
        bool operator()(uint32_t one, uint32_t other) const
        {
            return IscsiSerialLess(one, other);
        }
    };

    uint32_t m_expected{0};                  //!< next number expected
    uint32_t m_seen{0};                      //!< number behind the last known to be used
    std::map<uint32_t, Held, Before> m_held; //!< PDUs that wait, by number
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_STAT_SN_TRACKER_H */
