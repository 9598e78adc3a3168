/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_TABLE_H
#define ISCSI_TARGET_SESSION_TABLE_H

#include "iscsi-target-session.h"

#include "ns3/iscsi-target-portal.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * The sessions of a target portal group, found by their TSIH or by the initiator port and the
 * target they join (RFC 7143, 6.3.1).
 */
class IscsiTargetSessionTable
{
  public:
    /**
     * Choose an identifier that nobody can guess.
     *
     * @param source random numbers
     * @return an identifier that no session has, 0 if there is none left
     */
    uint16_t FindFreeTsih(RandomVariableStream& source) const;

    /**
     * Add a session.
     *
     * @param who its initiator port, its target and its identifier, which no other session has
     * @param session the session
     */
    void Add(const IscsiLoginIdentity& who, Ptr<IscsiTargetSession> session);

    /**
     * Find a session to add a connection to.
     *
     * @param who who logs in, with a TSIH
     * @return the session of that TSIH, null if there is none or it joins another initiator port or
     *         another target
     */
    Ptr<IscsiTargetSession> Find(const IscsiLoginIdentity& who) const;

    /**
     * Find the session that a new one would take the place of.
     *
     * @param who who logs in, without a TSIH
     * @return the session of that initiator port at that target, null if there is none
     */
    Ptr<IscsiTargetSession> FindOfPort(const IscsiLoginIdentity& who) const;

    /**
     * Forget a session. Nothing happens if there is none.
     *
     * @param tsih its identifier
     */
    void Remove(uint16_t tsih);

    /**
     * @return the sessions in the order of their identifiers
     */
    std::vector<Ptr<IscsiTargetSession>> GetAll() const;

    /**
     * @param targetName a target
     * @return its sessions in the order of their identifiers
     */
    std::vector<Ptr<IscsiTargetSession>> GetAll(const std::string& targetName) const;

    /**
     * @return number of sessions
     */
    uint32_t GetSize() const;

  private:
    /// An initiator port and a target or portal: between two of them there is one session at most.
    using Nexus = std::pair<std::string, std::string>;

    /// A session.
    struct Entry
    {
        Nexus nexus;                     //!< what it joins
        Ptr<IscsiTargetSession> session; //!< the session
    };

    /**
     * @param who who logs in
     * @return initiator port and target, or its portal's address if no target is named
     */
    static Nexus GetNexus(const IscsiLoginIdentity& who);

    std::map<uint16_t, Entry> m_sessions; //!< sessions by TSIH
    std::map<Nexus, uint16_t> m_tsihs;    //!< their TSIHs by what they join
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_TABLE_H */
