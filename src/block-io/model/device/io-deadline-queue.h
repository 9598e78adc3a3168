/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IO_DEADLINE_QUEUE_H
#define IO_DEADLINE_QUEUE_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <list>
#include <optional>

namespace ns3
{

/**
 * @ingroup block-io-device
 *
 * What waits for something, and finds when it has waited for too long: commands for their answers,
 * exchanges for a sign of life. All have the same limit, so that they are in the order of their
 * deadlines and one event, set for the oldest, serves all of them. When that one goes, the event
 * stays where it is, and is set again when it comes: an entry that ends in time costs no event.
 *
 * Adding, restarting and removing take constant time, and the memory of entries is used again.
 *
 * @tparam T what waits, which can be copied and has a default
 */
template <typename T>
class IoDeadlineQueue
{
  public:
    /// What waits, and since when.
    struct Entry
    {
        T value;    //!< what waits
        Time since; //!< since when
    };

    /// The position of an entry; it stays valid until the entry is removed.
    using Position = typename std::list<Entry>::iterator;

    /**
     * @param rang called when an entry may have waited for too long. It must call FindExpired until
     *        there is nothing left
     */
    explicit IoDeadlineQueue(Callback<void> rang)
        : m_rang(rang)
    {
    }

    ~IoDeadlineQueue()
    {
        m_event.Cancel();
    }

    IoDeadlineQueue(const IoDeadlineQueue&) = delete;
    IoDeadlineQueue& operator=(const IoDeadlineQueue&) = delete;

    /**
     * @param limit how long an entry may wait, 0 s for no limit. Entries that wait
     *        already have it too, once the event that is set has come
     */
    void SetLimit(Time limit)
    {
        m_limit = limit;
    }

    /**
     * @return how long an entry may wait, 0 s for no limit
     */
    Time GetLimit() const
    {
        return m_limit;
    }

    /**
     * Let something wait from now on.
     *
     * @param value what waits
     * @return its position; nowhere without a limit
     */
    Position Add(const T& value)
    {
        if (m_limit.IsZero())
        {
            return m_entries.end();
        }
        if (m_free.empty())
        {
            m_free.emplace_back();
        }
        const auto position = m_free.begin();
        *position = {value, Simulator::Now()};
        m_entries.splice(m_entries.end(), m_free, position);
        Schedule();
        return position;
    }

    /**
     * Let an entry's time begin again.
     *
     * @param position its position
     */
    void Restart(Position position)
    {
        if (position != m_entries.end())
        {
            position->since = Simulator::Now();
            m_entries.splice(m_entries.end(), m_entries, position);
        }
    }

    /**
     * An entry waits no longer.
     *
     * @param position its position, or nowhere
     */
    void Remove(Position position)
    {
        if (position == m_entries.end())
        {
            return;
        }
        position->value = T();
        m_free.splice(m_free.begin(), m_entries, position);
        if (m_entries.empty())
        {
            // An event that is only cancelled would still move the clock at the end of a
            // simulation.
            Simulator::Remove(m_event);
        }
    }

    /**
     * Forget all entries.
     */
    void Clear()
    {
        m_entries.clear();
        m_event.Cancel();
    }

    /**
     * Find an entry that has waited for too long. It must be removed or restarted before the next
     * is looked for. If there is none, the event is set for the oldest entry.
     *
     * @return its position
     */
    std::optional<Position> FindExpired()
    {
        if (!m_entries.empty() && m_entries.front().since + m_limit <= Simulator::Now())
        {
            return m_entries.begin();
        }
        Schedule();
        return std::nullopt;
    }

  private:
    /**
     * Set the event for the oldest entry, unless it is set.
     */
    void Schedule()
    {
        if (!m_entries.empty() && !m_event.IsPending())
        {
            const auto left = m_entries.front().since + m_limit - Simulator::Now();
            m_event = Simulator::Schedule(std::max(left, Time(0)), [this]() { m_rang(); });
        }
    }

    Callback<void> m_rang;      //!< called when an entry may have waited for too long
    Time m_limit;               //!< how long an entry may wait, zero for no limit
    std::list<Entry> m_entries; //!< what waits, the oldest first
    std::list<Entry> m_free;    //!< memory of entries that wait no more
    EventId m_event;            //!< when the oldest may have waited for too long
};

} // namespace ns3

#endif /* IO_DEADLINE_QUEUE_H */
