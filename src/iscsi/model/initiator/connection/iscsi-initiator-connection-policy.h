/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONNECTION_POLICY_H
#define ISCSI_INITIATOR_CONNECTION_POLICY_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/scsi-task.h"

#include <cstddef>
#include <vector>

namespace ns3
{

class IscsiInitiatorConnection;

/**
 * @ingroup iscsi-initiator-connection
 *
 * Chooses the connection of a session that carries a command. The command and all its data and
 * status use that connection (RFC 7143, 4.2.5.1).
 */
class IscsiInitiatorConnectionPolicy : public Object
{
  public:
    /// The connections to choose from, in the order of their identifiers.
    using Connections = std::vector<Ptr<IscsiInitiatorConnection>>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Choose a connection for a command that is about to be sent.
     *
     * @param connections those in full feature phase, two or more
     * @param task the command
     * @return index of the one chosen
     */
    virtual std::size_t Choose(const Connections& connections, const ScsiTask& task) = 0;
};

/**
 * @ingroup iscsi-initiator-connection
 *
 * Uses the connections in turn.
 */
class IscsiInitiatorRoundRobinPolicy : public IscsiInitiatorConnectionPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    std::size_t Choose(const Connections& connections, const ScsiTask& task) override;

  private:
    std::size_t m_next{0}; //!< turn of the next command
};

/**
 * @ingroup iscsi-initiator-connection
 *
 * Uses the connection whose unfinished commands have the fewest bytes of data, the first among
 * equals.
 */
class IscsiInitiatorLeastOutstandingPolicy : public IscsiInitiatorConnectionPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    std::size_t Choose(const Connections& connections, const ScsiTask& task) override;
};

/**
 * @ingroup iscsi-initiator-connection
 *
 * Uses one connection for all commands of a logical unit, so that their data arrives in order.
 */
class IscsiInitiatorLunPolicy : public IscsiInitiatorConnectionPolicy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    std::size_t Choose(const Connections& connections, const ScsiTask& task) override;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONNECTION_POLICY_H */
