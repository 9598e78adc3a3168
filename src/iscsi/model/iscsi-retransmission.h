/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_RETRANSMISSION_H
#define ISCSI_RETRANSMISSION_H

#include "iscsi-initiator-task.h"

#include "ns3/event-id.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <set>

namespace ns3
{

class IscsiCommandSender;
class IscsiInitiatorTransfer;
class IscsiTaskManager;
struct IscsiInitiatorContext;

/**
 * @ingroup iscsi
 *
 * The clock of an initiator's session with an ErrorRecoveryLevel above 0: what makes no progress
 * for some time is asked for or sent again (RFC 7143, 7.1.4.1 and 7.1.4.2). It runs while there are
 * requests without an answer.
 */
class IscsiRetransmission
{
  public:
    /**
     * @param context what the session's parts share; outlives this
     * @param sender sends commands again; outlives this
     * @param transfer asks for data again; outlives this
     * @param manager sends task management requests again; outlives this
     */
    IscsiRetransmission(IscsiInitiatorContext& context,
                        IscsiCommandSender& sender,
                        IscsiInitiatorTransfer& transfer,
                        IscsiTaskManager& manager);
    ~IscsiRetransmission();

    /**
     * See that the clock runs, if this session recovers.
     */
    void Start();

    /**
     * Stop the clock.
     */
    void Stop();

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

    IscsiInitiatorContext& m_context;   //!< what the session's parts share
    IscsiCommandSender& m_sender;       //!< sends commands again
    IscsiInitiatorTransfer& m_transfer; //!< asks for data again
    IscsiTaskManager& m_manager;        //!< sends task management requests again
    EventId m_clock;                    //!< the next look
    std::set<uint16_t> m_pinged;        //!< connections pinged in this look
};

} // namespace ns3

#endif /* ISCSI_RETRANSMISSION_H */
