/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_TASK_TABLE_H
#define ISCSI_INITIATOR_TASK_TABLE_H

#include "iscsi-initiator-task.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-task
 *
 * The tasks of an initiator's session whose commands were sent, by tag, and the tags themselves.
 * Every task completes here, sent or not.
 */
class IscsiInitiatorTaskTable
{
  public:
    /**
     * @return a tag that no task has; tags go up from one request to the next
     */
    uint32_t NextTag();

    /**
     * @param tag a tag that no task has
     * @return true if a request had it before
     */
    bool WasIssued(uint32_t tag) const;

    /**
     * @param task a task whose command is sent
     */
    void Insert(const Ptr<IscsiInitiatorTask>& task);

    /**
     * @param task a task with data-out, whose command is to be sent
     */
    void InsertWrite(const Ptr<IscsiInitiatorTask>& task);

    /**
     * A task is over: forget it and notify its client.
     *
     * @param task the task, with its answer filled in
     */
    void Complete(const Ptr<IscsiInitiatorTask>& task);

    /**
     * End a task without a status, unless it is over.
     */
    void Lose(const Ptr<IscsiInitiatorTask>& task);

    /**
     * End a task with the status TASK ABORTED, unless it is over.
     */
    void EndAborted(const Ptr<IscsiInitiatorTask>& task);

    /**
     * @param tag a tag
     * @return the task that has it, or null
     */
    Ptr<IscsiInitiatorTask> Find(uint32_t tag) const;

    /**
     * @param scsi a client's task
     * @return the task that stands for it, or null; takes time in proportion to all tasks
     */
    Ptr<IscsiInitiatorTask> FindScsi(const ScsiTask* scsi) const;

    /**
     * @param scsi a client's task
     * @return the task with data-out that stands for it, sent or not, or null
     */
    Ptr<IscsiInitiatorTask> FindWrite(const ScsiTask* scsi) const;

    /**
     * @return all tasks, the oldest first
     */
    std::vector<Ptr<IscsiInitiatorTask>> GetAll() const;

    /**
     * @param connection a connection
     * @return the tasks that it carries, the oldest first
     */
    std::vector<Ptr<IscsiInitiatorTask>> GetAllegiant(
        const IscsiInitiatorConnection* connection) const;

    /**
     * @return true if there is no task
     */
    bool IsEmpty() const;

  private:
    uint32_t m_lastTag{0};                                         //!< the tag issued last
    std::unordered_map<uint32_t, Ptr<IscsiInitiatorTask>> m_tasks; //!< by tag
    /// Tasks with data-out that are not over, by the client's task.
    std::unordered_map<const ScsiTask*, Ptr<IscsiInitiatorTask>> m_writes;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_TASK_TABLE_H */
