/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_SET_H
#define ISCSI_INITIATOR_CONNECTION_SET_H

#include "iscsi-initiator-connection.h"
#include "iscsi-initiator-settings.h"

#include "ns3/iscsi-session-parameters.h"
#include "ns3/ptr.h"
#include "ns3/scsi-task.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-connection
 *
 * The connections of an initiator's session that are in full feature phase, and among them those
 * that accept commands.
 */
class IscsiInitiatorConnectionSet
{
  public:
    /// All connections, by identifier.
    using Members = std::map<uint16_t, Ptr<IscsiInitiatorConnection>>;
    /// The connections that accept commands, in the order of their identifiers.
    using Ready = IscsiInitiatorConnectionPolicy::Connections;

    /**
     * @param settings name the policy that chooses among connections; outlive this
     * @param parameters values agreed on; outlive this
     */
    IscsiInitiatorConnectionSet(const IscsiInitiatorSettings& settings,
                                const IscsiSessionParameters& parameters);

    /**
     * Add a connection that logged in. It accepts commands from now on; of a session that is split
     * by direction those that carry requests take them once all connections are there.
     */
    void Add(const Ptr<IscsiInitiatorConnection>& connection);

    /**
     * Stop using a connection for commands.
     */
    void Withdraw(const IscsiInitiatorConnection* connection);

    /**
     * Stop using all connections for commands.
     *
     * @return those that did
     */
    Ready WithdrawAll();

    /**
     * @param connection a connection that is lost or logged out
     */
    void Remove(const IscsiInitiatorConnection* connection);

    /**
     * Close all connections permanently.
     */
    void CloseDown();

    /**
     * @param cid a connection identifier
     * @return the connection that has it, or null
     */
    Ptr<IscsiInitiatorConnection> Find(uint16_t cid) const;

    /**
     * @param cid a connection identifier
     * @return the connection that has it and accepts commands, or null
     */
    Ptr<IscsiInitiatorConnection> FindReady(uint16_t cid) const;

    /**
     * Choose a connection for a task.
     *
     * @param scsi the task
     * @return the connection; there must be one that takes commands
     */
    Ptr<IscsiInitiatorConnection> Choose(const ScsiTask& scsi) const;

    /**
     * @param connection a connection
     * @return true if it is being logged out, alone or with its session
     */
    bool IsLoggingOut(const IscsiInitiatorConnection& connection) const;

    /**
     * @return all connections
     */
    const Members& GetAll() const;

    /**
     * @return the connections that accept commands
     */
    const Ready& GetReady() const;

  private:
    /**
     * A connection of a session joined that is split by direction.
     */
    void AddSplit(const Ptr<IscsiInitiatorConnection>& connection);

    const IscsiInitiatorSettings& m_settings;   //!< name the policy
    const IscsiSessionParameters& m_parameters; //!< values agreed on
    Members m_members;                          //!< all connections
    Ready m_ready;                              //!< those that accept commands
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_SET_H */
