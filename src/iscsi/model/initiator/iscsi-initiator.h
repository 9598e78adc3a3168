/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_H
#define ISCSI_INITIATOR_H

#include "iscsi-initiator-session.h"

#include "ns3/address.h"
#include "ns3/iscsi-application.h"
#include "ns3/iscsi-initiator-connection-policy.h"
#include "ns3/scsi-initiator-port.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-initiator
 *
 * An iSCSI initiator: it logs in to one target when it starts and logs out when it stops. Commands
 * are sent through its port, which a ScsiBlockDevice or a gateway uses.
 *
 * If the first login fails permanently, the simulation ends with a UserError that gives the
 * reason, unless LoginMayFail is true. In that case, and if a lost session cannot be reestablished,
 * the BlockIoPermanentFailure of the port reports it.
 */
class IscsiInitiator : public IscsiApplication
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    IscsiInitiator();

    /**
     * @return the port, which is there from the beginning and ready after the login
     */
    Ptr<ScsiInitiatorPort> GetPort() const;

    /**
     * @return the session behind the port
     */
    Ptr<IscsiInitiatorSession> GetSession() const;

    /**
     * Name one more portal of the target's portal group, before the application starts. Connection
     * after connection uses the next portal, Remote first; one that cannot be made is tried at the
     * next.
     *
     * @param address its address, IPv4 or IPv6, with a port or without; without, the port is 3260
     */
    void AddPortal(const Address& address);

    /**
     * Log out before the stop time. A login that Restart has scheduled does not come.
     */
    void LogOut();

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /**
     * The session is given up. Before it was first established, that is a user error unless the
     * attributes allow it.
     *
     * @param reason why
     */
    void SessionFailed(const std::string& reason);

    /**
     * Add the attributes of connections and recovery.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddSessionAttributes(TypeId tid);

    /**
     * @return a stream that is not connected, with the next source port
     */
    Ptr<IscsiPduStream> OpenStream();

    Ptr<IscsiInitiatorSession> m_session; //!< the session
    Address m_remote;                     //!< the target portal
    std::vector<Address> m_portals;       //!< further portals of its group
    std::string m_targetName;             //!< the target's name
    std::string m_initiatorName;          //!< own name, empty for one made of the node's number
    uint16_t m_connections;               //!< connections wanted
    uint16_t m_sourcePort;                //!< of the first connection, 0 for one that TCP chooses
    uint32_t m_opened{0};                 //!< connections until now
    Ptr<IscsiInitiatorConnectionPolicy> m_policy; //!< chooses among connections
    bool m_sessionRecovery;                       //!< whether a lost session is made again
    bool m_loginMayFail;          //!< whether the simulation continues without a session
    uint32_t m_loginRetries;      //!< how often a login is tried again
    Time m_loginRetryDelay;       //!< how long after it failed
    Time m_recoveryTimeout;       //!< time without progress
    Time m_textTimeout;           //!< longest time a Text Request is unanswered
    Time m_taskManagementTimeout; //!< longest time a task management function is unanswered
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_H */
