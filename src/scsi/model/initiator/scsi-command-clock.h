/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_COMMAND_CLOCK_H
#define SCSI_COMMAND_CLOCK_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/scsi-task.h"

#include <list>

namespace ns3
{

/**
 * @ingroup scsi
 *
 * The clock of an application client: it tells which commands have no answer in time. There is one
 * event for all of them, set for the oldest.
 */
class ScsiCommandClock
{
  public:
    /// Told of a command that has no answer in time. The clock has forgotten it.
    using Late = Callback<void, Ptr<ScsiTask>>;

    /// A command whose time is taken.
    struct Entry
    {
        Ptr<ScsiTask> task; //!< the command
        Time sent;          //!< when it was sent
    };

    /// Where a command stands among the others.
    using Place = std::list<Entry>::iterator;

    /**
     * @param late told of commands that are late
     */
    explicit ScsiCommandClock(Late late);
    ~ScsiCommandClock();

    ScsiCommandClock(const ScsiCommandClock&) = delete;
    ScsiCommandClock& operator=(const ScsiCommandClock&) = delete;

    /**
     * @param limit time that a command has for its answer, zero for as long as it likes; for
     *        commands that are sent from now on
     */
    void SetLimit(Time limit);

    /**
     * @return time that a command has for its answer, zero for as long as it likes
     */
    Time GetLimit() const;

    /**
     * A command is sent: its time begins.
     *
     * @param task the command
     * @return where it stands
     */
    Place Start(const Ptr<ScsiTask>& task);

    /**
     * A command has its answer. This must not be said of one that was late.
     *
     * @param place where it stands
     */
    void Stop(Place place);

    /**
     * Forget all commands.
     */
    void Clear();

  private:
    /**
     * Set the event for the oldest command, unless it is set.
     */
    void Set();

    /**
     * Tell which commands are late.
     */
    void Ring();

    Late m_late;                //!< told of commands that are late
    Time m_limit;               //!< time for an answer, zero for no limit
    std::list<Entry> m_entries; //!< commands without an answer, the oldest first
    EventId m_event;            //!< when the oldest may be late
};

} // namespace ns3

#endif /* SCSI_COMMAND_CLOCK_H */
