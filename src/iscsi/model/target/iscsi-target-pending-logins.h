/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_PENDING_LOGINS_H
#define ISCSI_TARGET_PENDING_LOGINS_H

#include "ns3/iscsi-target-connection.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <list>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * The connections of a target portal that log in, the oldest first. Each call takes the same time
 * however many there are.
 */
class IscsiTargetPendingLogins
{
  public:
    /**
     * @param connection a new connection
     */
    void Add(Ptr<IscsiTargetConnection> connection);

    /**
     * Stop counting a connection among those that log in.
     *
     * @param connection the connection
     * @return the connection, null if it was none of them
     */
    Ptr<IscsiTargetConnection> Take(const IscsiTargetConnection* connection);

    /**
     * Take the oldest connection that has not yet sent a Login Request.
     *
     * @return the connection, null if there is none
     */
    Ptr<IscsiTargetConnection> TakeOldestSilent();

    /**
     * Take all connections.
     *
     * @return them, the oldest first
     */
    std::vector<Ptr<IscsiTargetConnection>> TakeAll();

    /**
     * @return how many there are
     */
    std::size_t GetCount() const;

  private:
    using Connections = std::list<Ptr<IscsiTargetConnection>>; //!< the oldest first

    /// Where a connection is.
    struct Place
    {
        Connections* list;             //!< the list that it is in
        Connections::iterator element; //!< its place there
    };

    Connections m_begun;  //!< those in front of which none was silent when it was last asked
    Connections m_others; //!< those behind, some of them silent
    std::unordered_map<const IscsiTargetConnection*, Place> m_places; //!< never walked through
};

} // namespace ns3

#endif /* ISCSI_TARGET_PENDING_LOGINS_H */
