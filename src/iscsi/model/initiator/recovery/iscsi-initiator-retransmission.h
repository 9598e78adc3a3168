/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_RETRANSMISSION_H
#define ISCSI_INITIATOR_RETRANSMISSION_H

#include "ns3/iscsi-initiator-task.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <set>

namespace ns3
{

class IscsiInitiatorCommandSender;
class IscsiInitiatorCommandNumbering;
class IscsiInitiatorConnectionSet;
class IscsiInitiatorRecoveryClock;
class IscsiInitiatorTaskTable;
class IscsiInitiatorTransfer;
class IscsiInitiatorTaskManager;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * Requests or resends PDUs without progress in an initiator's session with an ErrorRecoveryLevel
 * above 0 (RFC 7143, 7.1.4.1 and 7.1.4.2). The clock runs while there are unanswered requests.
 */
class IscsiInitiatorRetransmission
{
  public:
    /**
     * @param context the session's settings and parameters; outlives this
     * @param tasks commands sent; outlive this
     * @param numbering the session's command numbers; outlive this
     * @param connections those of the session; outlive this
     * @param sender sends commands again; outlives this
     * @param transfer asks for data again; outlives this
     * @param manager sends task management requests again; outlives this
     * @param clock says when to look; outlives this
     */
    IscsiInitiatorRetransmission(const IscsiInitiatorContext& context,
                                 const IscsiInitiatorTaskTable& tasks,
                                 const IscsiInitiatorCommandNumbering& numbering,
                                 const IscsiInitiatorConnectionSet& connections,
                                 IscsiInitiatorCommandSender& sender,
                                 IscsiInitiatorTransfer& transfer,
                                 IscsiInitiatorTaskManager& manager,
                                 IscsiInitiatorRecoveryClock& clock);

  private:
    /**
     * The time is over: look at everything.
     */
    void Look();

    /**
     * Do something about a task that makes no progress.
     *
     * @param task the task
     */
    void Urge(const Ptr<IscsiInitiatorTask>& task);

    const IscsiInitiatorContext& m_context;            //!< the session's settings and parameters
    const IscsiInitiatorTaskTable& m_tasks;            //!< commands sent
    const IscsiInitiatorCommandNumbering& m_numbering; //!< the session's command numbers
    const IscsiInitiatorConnectionSet& m_connections;  //!< those of the session
    IscsiInitiatorCommandSender& m_sender;             //!< sends commands again
    IscsiInitiatorTransfer& m_transfer;                //!< asks for data again
    IscsiInitiatorTaskManager& m_manager;              //!< sends task management requests again
    IscsiInitiatorRecoveryClock& m_clock;              //!< says when to look
    std::set<uint16_t> m_pinged;                       //!< connections pinged in this look
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_RETRANSMISSION_H */
