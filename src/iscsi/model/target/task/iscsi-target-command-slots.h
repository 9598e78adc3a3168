/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_COMMAND_SLOTS_H
#define ISCSI_TARGET_COMMAND_SLOTS_H

#include "iscsi-target-command-sequencer.h"
#include "iscsi-target-task.h"

#include "ns3/iscsi-observer.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Moves the command window of a target's session: commands that count as received, and tasks that
 * occupy a slot and free it (RFC 7143, 4.2.2.1). The observer is notified of each change.
 */
class IscsiTargetCommandSlots
{
  public:
    /**
     * @param commands the order of commands, with the window; outlives this part
     * @param observer who is told; outlives this part
     */
    IscsiTargetCommandSlots(IscsiTargetCommandSequencer& commands, IscsiObserver& observer);

    /**
     * The number that is due counts as received.
     */
    void Advance();

    /**
     * @return true if a task may begin without more of them than there are slots
     */
    bool HasFree() const;

    /**
     * @return the last command number that the window has
     */
    uint32_t GetMaxCmdSn() const;

    /**
     * A task begins.
     *
     * @param task the task
     */
    void Take(IscsiTargetTask& task);

    /**
     * A task is over as far as the command window is concerned. Nothing happens if it was before.
     *
     * @param task the task
     */
    void Free(IscsiTargetTask& task);

  private:
    /**
     * Tell the observer of the command window.
     */
    void Trace() const;

    IscsiTargetCommandSequencer& m_commands; //!< the order of commands
    IscsiObserver& m_observer;               //!< who is told what happens
};

} // namespace ns3

#endif /* ISCSI_TARGET_COMMAND_SLOTS_H */
