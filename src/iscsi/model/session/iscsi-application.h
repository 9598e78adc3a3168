/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_APPLICATION_H
#define ISCSI_APPLICATION_H

#include "iscsi-connection-use.h"
#include "iscsi-observer.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/iscsi-host-cost.h"
#include "ns3/iscsi-negotiator.h"
#include "ns3/iscsi-pdu-counters.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/tcp-settings.h"
#include "ns3/traced-callback.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-session
 *
 * What iSCSI initiators and targets have in common as ns-3 applications: the text keys they
 * propose, the settings of their TCP sockets, the cost of their host, the trace sources and the
 * counters.
 */
class IscsiApplication : public Application, public IscsiObserver, public TcpSettings
{
  public:
    static constexpr uint16_t PORT = 3260; //!< the port of iSCSI targets (RFC 7143, 14.1)

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @return PDUs sent and received by opcode since the application was made
     */
    const IscsiPduCounters& GetPduCounters() const;

    /**
     * Stop at once and start again, unless it is stopped before that: all sessions are gone.
     *
     * @param pause how long until it starts again
     */
    virtual void Restart(Time pause);

    /**
     * Assign a fixed stream to the source of challenges.
     *
     * @param stream first stream to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream) override;

    // From IscsiObserver
    void PduSent(Ptr<const Packet> pdu, IscsiOpcode opcode) override;
    void PduReceived(Ptr<const Packet> pdu, IscsiOpcode opcode) override;
    void StateChanged(const std::string& machine,
                      const std::string& oldState,
                      const std::string& newState) override;
    void CommandWindowChanged(uint32_t cmdSn, uint32_t expCmdSn, uint32_t maxCmdSn) override;
    void ProtocolErrorSeen(const std::string& what) override;
    void RecoveryTaken(const std::string& action) override;

    /**
     * TracedCallback signature for a PDU.
     *
     * @param pdu header segments and data segment; copy it to keep it
     * @param opcode its opcode
     */
    using PduTracedCallback = void (*)(Ptr<const Packet> pdu, IscsiOpcode opcode);

    /**
     * TracedCallback signature for a transition of a state machine.
     *
     * @param machine "session" or "connection" and its CID
     * @param oldState the state before
     * @param newState the state after
     */
    using StateTracedCallback = void (*)(const std::string& machine,
                                         const std::string& oldState,
                                         const std::string& newState);

    /**
     * TracedCallback signature for the command window.
     *
     * @param cmdSn number of the next command
     * @param expCmdSn next number the target expects
     * @param maxCmdSn last number the target accepts
     */
    using WindowTracedCallback = void (*)(uint32_t cmdSn, uint32_t expCmdSn, uint32_t maxCmdSn);

    /**
     * TracedCallback signature for a protocol error.
     *
     * @param what what the peer did, as text
     */
    using ErrorTracedCallback = void (*)(const std::string& what);

    /**
     * TracedCallback signature for a recovery action.
     *
     * @param action what was done, as text
     */
    using RecoveryTracedCallback = void (*)(const std::string& action);

    /**
     * TracedCallback signature for a TCP socket.
     *
     * @param socket the socket, not connected yet at an initiator, connected at a target
     */
    using SocketTracedCallback = void (*)(Ptr<Socket> socket);

  protected:
    void DoDispose() override;

    /**
     * Make a TCP socket with this application's settings.
     *
     * @return the socket, not bound
     * @throw UserError if CongestionControl names no variant of TCP, or LossRecovery no
     * algorithm
     */
    Ptr<Socket> CreateSocket() const;

    /**
     * Make a TCP socket that is to be connected, and trace it.
     *
     * @return the socket, not bound
     * @throw UserError if CongestionControl names no variant of TCP
     */
    Ptr<Socket> OpenSocket() const;

    /**
     * Trace the TCP socket of a connection.
     */
    void TraceSocket(Ptr<Socket> socket) const;

    /**
     * Gather the text keys that the attributes hold.
     *
     * @return what this side proposes, names left out
     * @throw UserError if the attributes of the authentication contradict each other
     */
    IscsiSessionParameters GetProposals();

    /**
     * @return which side this is
     */
    virtual IscsiRole GetRole() const;

    /**
     * @return names and secrets of the initiators that may authenticate themselves
     */
    virtual std::map<std::string, std::string> GetChapUsers() const;

    /**
     * Stop at keys that contradict each other or are out of range.
     *
     * @param proposals what is to be proposed
     * @throw UserError naming the attributes and what they may be
     */
    void Check(const IscsiSessionParameters& proposals) const;

    /**
     * @return the host's processor
     */
    Ptr<IscsiHostCost> GetHostCost();

    /**
     * @param address an address with or without a port
     * @return the address with its port, PORT if it had none
     */
    static Address WithPort(const Address& address);

    Time m_nopInterval;  //!< time between pings, zero for none
    Time m_loginTimeout; //!< longest time a login takes
    Time m_nopTimeout;   //!< longest time a ping is unanswered, zero for no limit
    EventId m_restart;   //!< the start after a Restart

    /// Drop that start; to be called by subclasses.
    void StopApplication() override;

  private:
    void StartApplication() override = 0;

    /**
     * Add the attributes that stand for text keys and the host.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddKeyAttributes(TypeId tid);

    /**
     * Add the attributes that stand for the text keys of integrity, recovery and several
     * connections.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddSessionKeyAttributes(TypeId tid);

    /**
     * Add the attributes of the authentication.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddSecurityAttributes(TypeId tid);

    /**
     * @return the source of challenges
     */
    Ptr<RandomVariableStream> GetChallengeSource();

    /**
     * Add the trace sources.
     *
     * @param tid the class
     * @return the class
     */
    static TypeId AddTraces(TypeId tid);

    TypeId m_protocol;                  //!< of the factory of the TCP sockets
    IscsiSessionParameters m_proposals; //!< what the attributes say of text keys
    IscsiConnectionUse m_connectionUse; //!< what connections are for

    std::string m_chapAlgorithms;                //!< algorithms of CHAP, a list
    std::string m_chapUser;                      //!< name of the initiator
    std::string m_chapSecret;                    //!< its secret
    std::string m_chapMutualUser;                //!< name of the target
    std::string m_chapMutualSecret;              //!< its secret
    Ptr<RandomVariableStream> m_challengeSource; //!< made when it is first needed

    Ptr<IscsiHostCost> m_hostCost; //!< the host's processor
    IscsiPduCounters m_counters;   //!< PDUs by opcode

    TracedCallback<Ptr<const Packet>, IscsiOpcode> m_pduSentTrace;     //!< a PDU was sent
    TracedCallback<Ptr<const Packet>, IscsiOpcode> m_pduReceivedTrace; //!< a PDU arrived
    TracedCallback<const std::string&, const std::string&, const std::string&>
        m_stateTrace;                                           //!< a state changed
    TracedCallback<uint32_t, uint32_t, uint32_t> m_windowTrace; //!< the command window moved
    TracedCallback<const std::string&> m_protocolErrorTrace;    //!< the peer broke the protocol
    TracedCallback<const std::string&> m_recoveryTrace;         //!< an error was recovered from
    TracedCallback<Ptr<Socket>> m_socketTrace;                  //!< a connection has a socket
};

} // namespace ns3

#endif /* ISCSI_APPLICATION_H */
