/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_WRITE_BUFFER_H
#define SSD_WRITE_BUFFER_H

#include "ns3/ssd-stripe.h"

#include <cstdint>
#include <deque>
#include <memory_resource>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup ssd-model-drive
 *
 * The units in a drive's write buffer: those that wait to be programmed, in the order in which they
 * came, and those that are being programmed. A unit that is written again while it waits takes no
 * second place.
 */
class SsdWriteBuffer
{
  public:
    /**
     * @param capacity units that it holds, 1 or more
     */
    explicit SsdWriteBuffer(uint32_t capacity);

    /**
     * @param unit a logical unit
     * @return true if the newest data of the unit are in the buffer
     */
    bool Has(uint32_t unit) const;

    /**
     * Take in a unit, if there is room for it.
     *
     * @param unit a logical unit
     * @return false if there is none
     */
    bool Add(uint32_t unit);

    /**
     * @return units that wait
     */
    uint32_t GetWaiting() const;

    /**
     * @return the number of the unit that has waited for longest; if none waits, more than any has
     */
    uint64_t GetOldest() const;

    /**
     * @return units that wait or are being programmed
     */
    uint32_t GetSize() const;

    /**
     * @return the number of the last unit that was taken in; each gets the next one
     */
    uint64_t GetLastSequence() const;

    /**
     * Take units out to program them, the oldest first. Those that are being programmed already go
     * on waiting.
     *
     * @param most how many
     * @return them; they hold their places until Release
     */
    SsdStripe Take(uint32_t most);

    /**
     * Forget units that wait to be programmed, and leave alone those that are being programmed.
     *
     * @param first the first unit
     * @param end the unit behind the last
     * @return those that waited
     */
    SsdStripe Drop(uint64_t first, uint64_t end);

    /**
     * Units are programmed: their places are free.
     *
     * @param stripe what Take gave
     */
    void Release(const SsdStripe& stripe);

    /**
     * Forget all.
     */
    void Clear();

  private:
    /// What is known of a unit.
    struct Unit
    {
        uint64_t sequence{0};     //!< its number if it waits, or 0
        bool isProgrammed{false}; //!< whether it is being programmed
    };

    uint32_t m_capacity;                             //!< units that it holds
    uint32_t m_size{0};                              //!< places that are taken
    uint64_t m_lastSequence{0};                      //!< number of the last unit
    std::pmr::unsynchronized_pool_resource m_memory; //!< places that units leave are used again
    std::pmr::deque<uint32_t> m_waiting{&m_memory};  //!< units that wait
    std::pmr::unordered_map<uint32_t, Unit> m_units{&m_memory}; //!< all of them
};

} // namespace ns3

#endif /* SSD_WRITE_BUFFER_H */
