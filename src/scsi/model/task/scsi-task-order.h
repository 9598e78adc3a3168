/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCSI_TASK_ORDER_H
#define SCSI_TASK_ORDER_H

#include "scsi-task.h"

#include "ns3/callback.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup scsi-task
 *
 * The order in which the commands of a logical unit are passed to its block device, so that the
 * device can execute them in the order of SAM-5, 8.6. A command is passed on when it is ready, that
 * is, when its data has arrived. An ORDERED command waits until all earlier ones were passed on,
 * and later ones wait for it. A HEAD OF QUEUE command never waits. A command that needs several
 * steps may hold its position: then no command overtakes it, not even a HEAD OF QUEUE one, until it
 * leaves.
 */
class ScsiTaskOrder
{
  public:
    /// The position of a command.
    using Place = uint64_t;

    /// The place of a command that waits for no other, nor any other for it.
    static constexpr Place NOWHERE = UINT64_MAX;

    /**
     * @param go called with a command when it may go; returns true if it holds its place, which
     *        only an ORDERED one may
     */
    explicit ScsiTaskOrder(Callback<bool, Ptr<ScsiTask>> go);

    /**
     * A command came.
     *
     * @param attribute its task attribute; all but ORDERED and HEAD OF QUEUE are taken as SIMPLE
     * @return its place
     */
    Place Enter(ScsiTaskAttribute attribute);

    /**
     * A command has its data: it goes now or when those that it waits for went.
     *
     * @param place its place
     * @param task the command
     */
    void SetReady(Place place, Ptr<ScsiTask> task);

    /**
     * A command that was not ready will never be, or one that holds its place is done.
     */
    void Leave(Place place);

  private:
    /// Commands that need not wait for each other: one ORDERED command, or all between two.
    struct Group
    {
        bool ordered;                     //!< true for one ORDERED command
        uint32_t pending{0};              //!< commands that did not go yet
        std::vector<Ptr<ScsiTask>> ready; //!< those of them that wait for an earlier group
    };

    /**
     * Let a command go.
     *
     * @param task the command
     * @return true if it is gone, false if it holds its place
     */
    bool Go(const Ptr<ScsiTask>& task);

    /**
     * Let the next groups go if all of the first went.
     */
    void Advance();

    Callback<bool, Ptr<ScsiTask>> m_go;  //!< takes a command that may go
    bool m_isHeld{false};                //!< true while the first group's command holds its place
    std::vector<Ptr<ScsiTask>> m_urgent; //!< HEAD OF QUEUE ones that wait for it
    std::deque<Group> m_groups;          //!< in the order they came; never empty
    Place m_first{0};                    //!< place of the first group
};

} // namespace ns3

#endif /* SCSI_TASK_ORDER_H */
