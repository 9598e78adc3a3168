/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_REASSIGNER_H
#define ISCSI_TARGET_REASSIGNER_H

#include "iscsi-target-gatherer.h"
#include "iscsi-target-sender.h"
#include "iscsi-target-session-core.h"
#include "iscsi-task-management-header.h"

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * Moves tasks of a connection that was logged out to another one (RFC 7143, 7.2.2 and 11.5.1, TASK
 * REASSIGN).
 */
class IscsiTargetReassigner
{
  public:
    /**
     * @param core what the parts of the session share; outlives this part
     * @param sender what sends Data-In and status; outlives this part
     * @param gatherer what asks for Data-Out; outlives this part
     */
    IscsiTargetReassigner(IscsiTargetSessionCore& core,
                          IscsiTargetSender& sender,
                          IscsiTargetGatherer& gatherer);

    /**
     * Say what comes of a request.
     *
     * @param header the request
     * @return the response, which goes out before the task does anything
     */
    IscsiTaskManagementResponseCode Check(const IscsiTaskManagementRequestHeader& header) const;

    /**
     * Move a task and go on with it.
     *
     * @param connection where to
     * @param header the request, to which Check said FUNCTION_COMPLETE
     */
    void Reassign(IscsiTargetConnection& connection,
                  const IscsiTaskManagementRequestHeader& header);

  private:
    IscsiTargetSessionCore& m_core;  //!< what the parts share
    IscsiTargetSender& m_sender;     //!< what sends Data-In and status
    IscsiTargetGatherer& m_gatherer; //!< what asks for Data-Out
};

} // namespace ns3

#endif /* ISCSI_TARGET_REASSIGNER_H */
