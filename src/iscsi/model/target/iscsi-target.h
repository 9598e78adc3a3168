/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_H
#define ISCSI_TARGET_H

#include "iscsi-target-login-throttle.h"
#include "iscsi-target-node.h"
#include "iscsi-target-pending-logins.h"
#include "iscsi-target-session-table.h"
#include "iscsi-target-session.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-application.h"
#include "ns3/iscsi-target-buffers.h"
#include "ns3/iscsi-target-connection-owner.h"
#include "ns3/iscsi-target-connection.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scsi-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * An iSCSI target portal: it listens at one port, accepts logins for one or several targets, which
 * form one portal group, and passes the commands of each target's sessions to a ScsiDevice, which
 * may be a router over several logical units. Portals of the same node with a target of the same
 * name are portals of that target: SendTargets through either tells all of them, and TARGET COLD
 * RESET ends the sessions of all.
 */
class IscsiTarget : public IscsiApplication, public IscsiTargetConnectionOwner
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Set the device behind the target of the attribute TargetName, before it starts.
     *
     * @param device a logical unit, a router over several, or a gateway
     */
    void SetDevice(Ptr<ScsiDevice> device);

    /**
     * Add a target behind the same portal.
     *
     * @param targetName its name, an iqn., eui. or naa. name
     * @param device what stands behind it
     * @throw UserError if the name is none, or taken
     */
    void AddTarget(const std::string& targetName, Ptr<ScsiDevice> device);

    /**
     * Allow an initiator to use a target. A target without named initiators is open to all.
     *
     * @param targetName a target
     * @param initiatorName name of the initiator
     */
    void AllowInitiator(const std::string& targetName, const std::string& initiatorName);

    /**
     * Let an initiator authenticate itself with CHAP, besides the one of the attribute ChapUser.
     *
     * @param name what it calls itself
     * @param secret its secret, 12 bytes or more
     */
    void AddChapUser(const std::string& name, const std::string& secret);

    /**
     * Take a target out of service, or put it back. Its sessions continue; new logins are refused.
     *
     * @param targetName a target
     * @param inService whether it takes logins
     */
    void SetInService(const std::string& targetName, bool inService);

    /**
     * Send initiators that log in to a target elsewhere from now on. Its sessions continue.
     *
     * @param targetName a target
     * @param address the portal to go to, with a port or without
     * @param permanently whether it will stay there
     */
    void MoveTarget(const std::string& targetName, const Address& address, bool permanently);

    /**
     * Remove a target permanently: its sessions are closed and new logins refused.
     *
     * @param targetName a target
     */
    void RemoveTarget(const std::string& targetName);

    /**
     * Shut down gracefully: accept no more logins, ask all initiators to log out, and close
     * what is left after a time (RFC 7143, 11.9.1).
     *
     * @param limit the time, 1 s or more; whole seconds count
     */
    void ShutDown(Time limit);

    /**
     * Lose all sessions at once and take no logins for a while. The port is held meanwhile, for old
     * connections may keep ns-3 from binding to it again; who connects is cut off.
     *
     * @param pause how long no logins are taken
     */
    void Restart(Time pause) override;

    /**
     * Assign fixed streams to the sources of challenges and of TSIHs.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream) override;

    /**
     * @return number of sessions logged in
     */
    uint32_t GetSessionCount() const;

    /**
     * @return number of connections whose login is not over
     */
    uint32_t GetPendingLoginCount() const;

    /**
     * @return memory for data of commands that is in use, bytes
     */
    uint64_t GetBuffersInUse() const;

    // From IscsiTargetConnectionOwner
    IscsiLoginStatus Admit(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) override;
    IscsiLoginStatus Complete(const IscsiLoginIdentity& who, uint16_t& tsih) override;
    IscsiTextKeys SendTargets(const IscsiSessionParameters& session,
                              const std::string& request) const override;
    IscsiTargetSession* OpenSession(IscsiTargetConnection* connection,
                                    const IscsiSessionParameters& agreed,
                                    const IscsiLoginIdentity& who,
                                    uint32_t cmdSn) override;
    IscsiTargetSession* FindSession(const IscsiLoginIdentity& who) override;
    void ConnectionClosed(IscsiTargetConnection* connection) override;
    Time GetLoginWait(const Address& peer) const override;
    void AuthenticationFailed(const Address& peer) override;

    /**
     * TARGET COLD RESET: end all sessions, those through other portals too (RFC 7143, 11.5.1).
     */
    void ResetAll();

    /**
     * TracedCallback signature for a command.
     *
     * @param task the command with its status and timeline
     */
    using CommandTracedCallback = void (*)(Ptr<const ScsiTask> task);

  protected:
    void DoDispose() override;
    IscsiRole GetRole() const override;
    std::map<std::string, std::string> GetChapUsers() const override;

  private:
    /// Refuses everybody, for there are too many who log in.
    class BusyPortal : public IscsiTargetPortal
    {
      public:
        IscsiLoginStatus Admit(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) override;
        IscsiLoginStatus Complete(const IscsiLoginIdentity& who, uint16_t& tsih) override;
        IscsiTextKeys SendTargets(const IscsiSessionParameters& session,
                                  const std::string& request) const override;
    };

    void StartApplication() override;
    void StopApplication() override;

    /**
     * Close all sessions and accept no more logins.
     */
    void CloseAll();

    /**
     * Close all sessions.
     */
    void CloseSessions();

    /**
     * @return the portals of this node, this one among them
     */
    std::vector<Ptr<IscsiTarget>> GetPortals() const;

    /**
     * Set where a target is reached by way of this portal.
     *
     * @param targetName a target
     * @param initiatorName name of the initiator that asks
     * @param records gets a TargetAddress for each address; none if the portal does not listen, or
     *        does not tell this initiator of such a target
     */
    void AppendAddresses(const std::string& targetName,
                         const std::string& initiatorName,
                         IscsiTextKeys& records) const;

    /**
     * @param targetName a target
     * @return its node
     * @throw UserError if there is no such target
     */
    IscsiTargetNode& GetTarget(const std::string& targetName);

    /**
     * Check whether a login to an existing session may begin.
     *
     * @param who who logs in, with a TSIH
     * @param terms filled in: the session's values
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus AdmitToSession(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) const;

    /**
     * @return the source of TSIHs
     */
    Ptr<RandomVariableStream> GetTsihSource();

    /**
     * May a connection join a session?
     *
     * @param who who logs in, with a TSIH
     * @param terms filled in: the session's values
     * @return SUCCESS or the status to refuse with
     */
    IscsiLoginStatus CheckJoin(const IscsiLoginIdentity& who, IscsiLoginTerms& terms) const;

    /**
     * @param socket the socket of a new connection
     * @param from the initiator's address
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * @return what a session spends
     */
    IscsiTargetLimits GetLimits() const;

    /**
     * When MaxPendingLogins connections log in, close the oldest one that has said nothing.
     */
    void MakeRoomForLogin();

    /**
     * A session is over: forget it.
     *
     * @param tsih its identifier
     */
    void SessionClosed(uint16_t tsih);

    /**
     * Close a session and forget it.
     */
    void CloseSession(Ptr<IscsiTargetSession> session);

    std::map<std::string, IscsiTargetNode> m_targets; //!< the targets by name
    std::map<std::string, std::string> m_chapUsers;   //!< secrets of initiators by name
    Ptr<ScsiDevice> m_device;                         //!< behind the target of TargetName
    EventId m_shutDown;                               //!< when what is left is closed
    bool m_isClosed{false};                           //!< takes no logins
    Ptr<Socket> m_listener;                           //!< the portal
    Address m_local;                                  //!< the portal's address
    std::string m_targetName;                         //!< name of the first target
    uint32_t m_portalGroupTag;                        //!< tag of the portal group
    uint32_t m_commandWindow;                         //!< commands of a session worked on at a time
    uint32_t m_maxUnacknowledged;                     //!< status kept beyond the window
    uint32_t m_maxUnsentAnswers;                      //!< bytes of answers that may wait
    Time m_sequenceTimeout;                           //!< longest time without data of a write
    uint64_t m_bufferMemory;                          //!< memory for data of commands, bytes
    Time m_failedLoginDelay;                          //!< how long logins wait after a failed one
    uint32_t m_maxPendingLogins;                      //!< most logins at a time
    BusyPortal m_busy;                                //!< for logins beyond
    IscsiTargetSessionTable m_sessions;               //!< the sessions
    IscsiTargetPendingLogins m_logins;                //!< connections that log in
    IscsiTargetLoginThrottle m_throttle;              //!< who failed to log in
    Ptr<RandomVariableStream> m_tsihSource;           //!< made when it is first needed

    std::shared_ptr<IscsiTargetBuffers> m_buffers; //!< memory for data of commands

    TracedCallback<Ptr<const ScsiTask>> m_answeredTrace; //!< a command is answered
};

} // namespace ns3

#endif /* ISCSI_TARGET_H */
