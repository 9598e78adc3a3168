/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_PENDING_REQUESTS_H
#define ISCSI_INITIATOR_PENDING_REQUESTS_H

#include "ns3/iscsi-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <functional>
#include <map>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The requests of an initiator, other than SCSI commands, that wait for a response: task
 * management, logout, text.
 */
class IscsiInitiatorPendingRequests
{
  public:
    /// Receives the answer, whole, or null if there will be none.
    using Handler = std::function<void(Ptr<Packet> answer)>;

    /**
     * Wait for an answer.
     *
     * @param tag the request's initiator task tag
     * @param opcode the opcode of the answer
     * @param cid the connection the request went over
     * @param handler called once
     */
    void Expect(uint32_t tag, IscsiOpcode opcode, uint16_t cid, Handler handler);

    /**
     * Hand an answer to who waits for it.
     *
     * @param tag its initiator task tag
     * @param opcode its opcode
     * @param answer the answer
     * @return false if nothing waits for it
     */
    bool Deliver(uint32_t tag, IscsiOpcode opcode, Ptr<Packet> answer);

    /**
     * Notify who waits for a tag that no answer will come.
     *
     * @param tag the tag
     * @return false if nothing waits for it
     */
    bool Cancel(uint32_t tag);

    /**
     * Notify all who wait for answers on a connection that none will come, the oldest first.
     *
     * @param cid the connection
     */
    void CancelConnection(uint16_t cid);

    /**
     * Notify everybody that no answer will come, the oldest first.
     */
    void CancelAll();

    /**
     * Remove a tag without notification.
     */
    void Forget(uint32_t tag);

    /**
     * Remove everything without notification.
     */
    void Clear();

    /**
     * @param tag a tag
     * @return true if something waits for it
     */
    bool Contains(uint32_t tag) const;

  private:
    /// A request.
    struct Request
    {
        IscsiOpcode opcode; //!< opcode of the answer
        uint16_t cid;       //!< its connection
        Handler handler;    //!< receives the answer
    };

    std::map<uint32_t, Request> m_requests; //!< by tag
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_PENDING_REQUESTS_H */
