/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_DISCOVERY_H
#define ISCSI_INITIATOR_DISCOVERY_H

#include "iscsi-initiator-discovery-connection.h"

#include "ns3/address.h"
#include "ns3/iscsi-application.h"
#include "ns3/traced-callback.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-initiator-discovery
 *
 * An initiator that asks a portal for its targets when it starts: a discovery session with
 * SendTargets (RFC 7143, 4.3 and appendix C). It logs out after the response.
 */
class IscsiInitiatorDiscovery : public IscsiApplication
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// A target found.
    struct Target
    {
        std::string name;                   //!< its name
        std::vector<std::string> addresses; //!< its portals: host:port,portal group tag
    };

    /**
     * @return the targets found so far
     */
    const std::vector<Target>& GetTargets() const;

    /**
     * @return true if the portal has answered
     */
    bool IsDone() const;

    /**
     * TracedCallback signature for a portal of a target.
     *
     * @param name the target's name
     * @param address where it is: host:port,portal group tag
     */
    using TargetTracedCallback = void (*)(const std::string& name, const std::string& address);

    /**
     * TracedCallback signature for the end of a discovery.
     *
     * @param error why it failed, empty if it did not
     */
    using FinishedTracedCallback = void (*)(const std::string& error);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * The discovery ended.
     *
     * @param answers what the target said
     * @param error why it failed, empty if it did not
     */
    void Finished(const IscsiTextKeys& answers, const std::string& error);

    Address m_remote;            //!< the portal
    std::string m_initiatorName; //!< own name, empty for one made of the node's number
    std::string m_request;       //!< value of SendTargets
    Ptr<IscsiInitiatorDiscoveryConnection> m_connection; //!< the connection while it is in progress
    std::vector<Target> m_targets;                       //!< targets found
    bool m_isDone{false};                                //!< the portal has answered
    TracedCallback<const std::string&, const std::string&> m_targetTrace; //!< a portal was found
    TracedCallback<const std::string&> m_finishedTrace;                   //!< it is over
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_DISCOVERY_H */
