/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCAL_SEQUENCE_QUEUE_H
#define FCAL_SEQUENCE_QUEUE_H

#include "ns3/fc-sequence.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup fcal-loop
 *
 * The sequences that wait at a port, in order of arrival, and in order for each destination.
 */
class FcalSequenceQueue
{
  public:
    /**
     * @param sequence one more
     */
    void Push(Ptr<FcSequence> sequence);

    /**
     * @return true if none waits
     */
    bool IsEmpty() const;

    /**
     * @return number of those that wait
     */
    std::size_t GetCount() const;

    /**
     * @param destination an AL_PA
     * @return true if one waits for it
     */
    bool HasFor(uint8_t destination) const;

    /**
     * @return where the oldest goes; there must be one
     */
    uint8_t GetNextDestination() const;

    /**
     * @param destination an AL_PA for which one waits
     * @return the oldest of those, taken out
     */
    Ptr<FcSequence> Pop(uint8_t destination);

    /**
     * @param destination an AL_PA
     * @return all that wait for it, the oldest first, taken out
     */
    std::vector<Ptr<FcSequence>> TakeFor(uint8_t destination);

    /**
     * @return all, by destination, taken out
     */
    std::vector<Ptr<FcSequence>> TakeAll();

  private:
    /**
     * A sequence and when it came.
     */
    struct Entry
    {
        uint64_t number;          //!< counts all that ever came
        Ptr<FcSequence> sequence; //!< the sequence
    };

    std::map<uint8_t, std::deque<Entry>> m_entries; //!< by destination, none empty
    std::size_t m_count{0};                         //!< those that wait
    uint64_t m_pushed{0};                           //!< those that ever came
};

} // namespace ns3

#endif /* FCAL_SEQUENCE_QUEUE_H */
