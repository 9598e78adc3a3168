/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_SET_H
#define ISCSI_TARGET_CONNECTION_SET_H

#include "iscsi-target-connection.h"

#include "ns3/event-id.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The connections of a target's session: those in full feature phase, lost ones that wait for
 * cleanup, and those removed for recovery whose tasks wait for reassignment.
 */
class IscsiTargetConnectionSet
{
  public:
    ~IscsiTargetConnectionSet();

    /**
     * @param connection a connection in full feature phase
     */
    void Add(Ptr<IscsiTargetConnection> connection);

    /**
     * Take a connection out and stop its clock.
     */
    void Remove(const IscsiTargetConnection* connection);

    /**
     * Set a connection's clock; a clock set before stops.
     *
     * @param connection the connection
     * @param timeout the event
     */
    void SetTimeout(const IscsiTargetConnection* connection, const EventId& timeout);

    /**
     * @param cid a connection identifier
     * @return the connection of that identifier which has not been logged out, or null
     */
    Ptr<IscsiTargetConnection> Find(uint16_t cid) const;

    /**
     * @return the first connection in full feature phase, null if there is none
     */
    Ptr<IscsiTargetConnection> GetFirstLive() const;

    /**
     * @return connections in full feature phase, in the order they came
     */
    std::vector<Ptr<IscsiTargetConnection>> GetLive() const;

    /**
     * @return connections in full feature phase that take requests, in the order they came
     */
    std::vector<Ptr<IscsiTargetConnection>> GetRequestTakers() const;

    /**
     * @return all connections, in the order they came
     */
    std::vector<Ptr<IscsiTargetConnection>> GetAll() const;

    /**
     * @return number of connections in full feature phase
     */
    uint32_t CountLive() const;

    /**
     * @return number of connections of all kinds
     */
    std::size_t GetCount() const;

    /**
     * @return true if there is no connection of any kind
     */
    bool IsEmpty() const;

  private:
    /// A connection and its clock.
    struct Member
    {
        Ptr<IscsiTargetConnection> connection; //!< the connection
        EventId timeout;                       //!< when it is to be forgotten
    };

    std::vector<Member> m_members; //!< in the order they came
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_SET_H */
