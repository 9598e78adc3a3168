/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_RESPONSE_FENCE_H
#define ISCSI_TARGET_RESPONSE_FENCE_H

#include "ns3/iscsi-target-context.h"
#include "ns3/iscsi-target-task.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target-transfer
 *
 * The response fence of a target's session (RFC 7143, 4.2.2.3). A fenced response is sent when all
 * status sent before it is acknowledged on every connection, and no response for its logical unit
 * follows before it is acknowledged itself. On a single connection the order of the stream ensures
 * this.
 */
class IscsiTargetResponseFence
{
  public:
    /// The logical unit that a response is about, nothing for the whole target.
    using Unit = std::optional<uint64_t>;
    /// Sends the next response. Returns the connection it went by, null if nobody
    /// waits for it any more.
    using Send = std::function<Ptr<IscsiTargetConnection>()>;

    /**
     * @param context the session's settings and connections; outlives the fence
     */
    explicit IscsiTargetResponseFence(const IscsiTargetContext& context);

    /**
     * Check whether a task's status is fenced (RFC 7143, 4.2.2.3.4): by what it tells, or because
     * it is the first one after task management that another session asked for.
     *
     * @param task the task, answered; it is marked if so
     * @return true if so
     */
    bool Needs(IscsiTargetTask& task);

    /**
     * Task management of another session ended tasks: the next response is fenced (RFC 7143,
     * 4.2.3.3 e and 4.2.3.4 f).
     *
     * @param lun for this logical unit
     */
    void FenceNext(uint64_t lun);

    /**
     * @param unit what a response is about
     * @param isFenced true if it is fenced
     * @return true if it cannot leave at once
     */
    bool Holds(Unit unit, bool isFenced) const;

    /**
     * Send a response when its turn comes, which may be now.
     *
     * @param unit what it is about
     * @param isFenced true if it is fenced
     * @param send sends it
     */
    void Submit(Unit unit, bool isFenced, Send send);

    /**
     * Status was acknowledged, or a connection went: continue with what waits for it.
     */
    void Proceed();

    /**
     * The session is over: forget what waits.
     */
    void Clear();

  private:
    /// A response that was submitted.
    struct Turn
    {
        Unit unit;     //!< what it is about
        bool isFenced; //!< it is fenced
        Send send;     //!< sends it
    };

    /// A status that has to be acknowledged.
    struct Awaited
    {
        Ptr<IscsiTargetConnection> connection; //!< where it was sent
        uint32_t expStatSn;                    //!< ExpStatSN that acknowledges it
    };

    /**
     * Note which status is not acknowledged, and ask for it.
     *
     * @param connection where it was sent
     */
    void Await(const Ptr<IscsiTargetConnection>& connection);

    /**
     * @return true if all that is waited for is acknowledged or will never be
     */
    bool IsAcknowledged() const;

    /**
     * Send the response that is fenced now.
     */
    void SendFenced();

    /**
     * Remove the fence and resubmit the responses that waited behind it.
     */
    void Lower();

    /**
     * @param one what a response is about
     * @param other what another one is about
     * @return true if their order matters
     */
    static bool Meets(Unit one, Unit other);

    const IscsiTargetContext& m_context; //!< what the session's parts share
    const bool m_isAgreed;               //!< TaskReporting is not RFC3720
    bool m_isProceeding{false};          //!< Proceed is at work
    std::vector<uint64_t> m_due;         //!< units whose next response is fenced
    std::vector<uint64_t> m_acaTold;     //!< units whose last response was ACA ACTIVE
    std::optional<Turn> m_fenced;        //!< the response that is fenced now
    bool m_isSent{false};                //!< it was sent
    std::vector<Awaited> m_awaited;      //!< what has to be acknowledged
    std::list<Turn> m_waiting;           //!< responses behind it, in order
};

} // namespace ns3

#endif /* ISCSI_TARGET_RESPONSE_FENCE_H */
