/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_DATA_SN_TRACKER_H
#define ISCSI_INITIATOR_DATA_SN_TRACKER_H

#include <algorithm>
#include <cstdint>
#include <set>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-task
 *
 * Which of the numbered PDUs of a command have arrived: Data-In and R2T share one numbering, which
 * begins with 0 (RFC 7143, 4.2.2.4). As long as they arrive in order, this takes two numbers.
 */
class IscsiInitiatorDataSnTracker
{
  public:
    /// What a number is.
    enum class Kind : uint8_t
    {
        NEXT,    //!< the one expected
        AHEAD,   //!< one or more before it are missing
        REPEATED //!< it came before
    };

    /**
     * Note a number.
     *
     * @param number the number of a PDU
     * @return what it is
     */
    Kind Receive(uint32_t number)
    {
        m_seen = std::max(m_seen, number + 1);
        if (number < m_next || m_ahead.count(number) > 0)
        {
            return Kind::REPEATED;
        }
        if (number > m_next)
        {
            m_ahead.insert(number);
            return Kind::AHEAD;
        }
        ++m_next;
        while (!m_ahead.empty() && *m_ahead.begin() == m_next)
        {
            m_ahead.erase(m_ahead.begin());
            ++m_next;
        }
        return Kind::NEXT;
    }

    /**
     * Note that PDUs were sent whether or not they arrived.
     *
     * @param count how many
     */
    void NoteSent(uint32_t count)
    {
        m_seen = std::max(m_seen, count);
    }

    /**
     * Forget what is ahead: PDUs from a number on come again.
     *
     * @param number the number next expected
     */
    void Restart(uint32_t number)
    {
        m_next = number;
        m_seen = number;
        m_ahead.clear();
    }

    /**
     * @return the first number that did not arrive
     */
    uint32_t GetNext() const
    {
        return m_next;
    }

    /**
     * @return the number behind the last known to be sent
     */
    uint32_t GetSeen() const
    {
        return m_seen;
    }

    /**
     * @return true if a PDU known to be sent is missing
     */
    bool HasGap() const
    {
        return m_next < m_seen;
    }

    /**
     * @return length of the first run of missing PDUs, 0 if none is missing
     */
    uint32_t GetGapLength() const
    {
        return (m_ahead.empty() ? m_seen : *m_ahead.begin()) - m_next;
    }

  private:
    uint32_t m_next{0};         //!< first number that did not arrive
    uint32_t m_seen{0};         //!< number behind the last known to be sent
    std::set<uint32_t> m_ahead; //!< numbers that arrived behind a gap
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_DATA_SN_TRACKER_H */
