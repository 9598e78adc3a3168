/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SSD_DIE_H
#define SSD_DIE_H

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ssd-model-flash
 *
 * When a die reads, and when a program or an erase of it ends.
 *
 * Reads follow each other in the order in which they are reserved. One that comes while the die
 * programs or erases interrupts that, if the die can: it begins after the time of the suspension,
 * and others that wait behind it follow at once; the interrupted operation ends as much later.
 * Otherwise the read waits for its end. An operation that was held up for as long as it takes
 * MAX_HOLDS times is not interrupted again.
 */
class SsdDie
{
  public:
    /// How long an operation may be held up, in multiples of its own time.
    static constexpr int MAX_HOLDS = 4;

    /**
     * @param canSuspend whether reads interrupt operations
     * @param suspendTime until a read begins that does
     */
    SsdDie(bool canSuspend, Time suspendTime);

    /**
     * Reserve a read.
     *
     * @param earliest when it can begin
     * @param duration how long it takes
     * @return when it ends
     */
    Time Read(Time earliest, Time duration);

    /**
     * The last read keeps the die until its data have left it: it was not followed by another yet.
     *
     * @param time when they have, not before GetReadsEnd
     */
    void Hold(Time time);

    /**
     * Begin to program or to erase: not while it does so, and not before GetReadsEnd.
     *
     * @param begin when
     * @param duration how long it takes without reads
     */
    void Begin(Time begin, Time duration);

    /**
     * @return when the present or last operation ends, as far as is known by now
     */
    Time GetEnd() const;

    /**
     * @return when the last read ends that is reserved
     */
    Time GetReadsEnd() const;

  private:
    bool m_canSuspend;  //!< whether reads interrupt operations
    Time m_suspendTime; //!< until a read begins that does
    Time m_readsEnd;    //!< end of the last read
    Time m_end;         //!< end of the operation
    Time m_held;        //!< how long it was held up
    Time m_mostHeld;    //!< how long it may be
};

} // namespace ns3

#endif /* SSD_DIE_H */
