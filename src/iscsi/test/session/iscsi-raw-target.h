/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_RAW_TARGET_H
#define ISCSI_RAW_TARGET_H

#include "iscsi-test-bench.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * A target for tests that speaks raw PDUs over a simulated socket: it logs initiators in, keeps
 * every request and does nothing but what the test tells it to.
 */
class IscsiRawTarget
{
  public:
    /// A connection of an initiator.
    struct Link : public IscsiPduStreamOwner
    {
        /**
         * @param target whose it is
         * @param index its place among the target's
         */
        Link(IscsiRawTarget& target, uint32_t index);

        // IscsiPduStreamOwner
        void PduArrived(Ptr<Packet> pdu) override;
        void StreamEnded(const std::string& reason) override;

        IscsiRawTarget& target;                  //!< whose it is
        uint32_t index;                          //!< its place among the target's
        Ptr<IscsiPduStream> stream;              //!< the PDUs
        uint32_t statSn{100};                    //!< next status number
        bool isLoggedIn{false};                  //!< in full feature phase
        bool hasEnded{false};                    //!< the initiator closed
        IscsiLoginRequestHeader login;           //!< the last Login Request
        std::map<std::string, std::string> keys; //!< what the initiator said during login
    };

    /// A request that came in full feature phase.
    struct Request
    {
        uint32_t link;      //!< which connection, counted from 0 in the order they came
        IscsiOpcode opcode; //!< its opcode
        Ptr<Packet> pdu;    //!< all of it
        Time when;          //!< when it came

        /**
         * @tparam T a header
         * @return the request's header
         */
        template <typename T>
        T As() const
        {
            T header;
            pdu->PeekHeader(header);
            return header;
        }
    };

    /// Answers a request; returns false to leave it to the target's own answers.
    using Script = std::function<bool(const Request& request)>;

    /**
     * @param node where it listens, at once
     * @param port its port
     */
    explicit IscsiRawTarget(Ptr<Node> node, uint16_t port = 3260);

    /**
     * Begin to listen again after Stop.
     */
    void Start();

    /**
     * Close all connections and answer no SYN any more.
     */
    void Stop();

    /**
     * Send a PDU that takes the next status number.
     *
     * @param link which connection
     * @param header its header but for StatSN and window
     * @param data its data segment or null
     */
    void SendStatus(uint32_t link, IscsiResponseHeader& header, Ptr<Packet> data = nullptr);

    /**
     * Send a PDU that takes no status number.
     *
     * @param link which connection
     * @param header its header but for StatSN and window
     * @param data its data segment or null
     */
    void Send(uint32_t link, IscsiResponseHeader& header, Ptr<Packet> data = nullptr);

    /**
     * Send a PDU as it is.
     *
     * @param link which connection
     * @param header its header
     * @param data its data segment or null
     */
    void SendRaw(uint32_t link, IscsiHeader& header, Ptr<Packet> data = nullptr);

    /**
     * Use up a status number without sending anything: the PDU was lost.
     *
     * @param link which connection
     * @return the number
     */
    uint32_t LoseStatus(uint32_t link);

    /**
     * Send a SCSI Response.
     *
     * @param link which connection
     * @param tag the command's initiator task tag
     * @param expDataSn number of R2T and Data-In PDUs of the command
     */
    void SendGood(uint32_t link, uint32_t tag, uint32_t expDataSn = 0);

    /**
     * Send a Data-In without status.
     *
     * @param link which connection
     * @param tag the command's initiator task tag
     * @param dataSn its number
     * @param offset where its data belong
     * @param data its data
     */
    void SendDataIn(uint32_t link,
                    uint32_t tag,
                    uint32_t dataSn,
                    uint32_t offset,
                    Ptr<Packet> data);

    /**
     * Send an R2T.
     *
     * @param link which connection
     * @param tag the command's initiator task tag
     * @param r2tSn its number, which is its target transfer tag as well
     * @param offset first byte wanted
     * @param length bytes wanted
     */
    void SendR2t(uint32_t link, uint32_t tag, uint32_t r2tSn, uint32_t offset, uint32_t length);

    /**
     * Send a Reject.
     *
     * @param link which connection
     * @param request what is refused
     * @param reason why
     */
    void SendReject(uint32_t link, const Request& request, uint8_t reason);

    /**
     * @param opcode an opcode
     * @return the requests that had it, in the order they came
     */
    std::vector<Request> Get(IscsiOpcode opcode) const;

    Script script; //!< answers requests; null for the target's own answers to all
    /// May change a Login Response before it is sent; returns false to send nothing at all.
    std::function<bool(Link& link, IscsiLoginResponseHeader& header)> loginScript;
    std::map<std::string, std::string> answers; //!< text keys answered with other than the offer
    uint16_t tsih{7};                           //!< identifier given to sessions
    uint32_t window{32};                        //!< commands it takes beyond those acknowledged
    uint32_t expCmdSn{1};                       //!< next command number expected
    bool continuesTasks{false};    //!< answers the command of a task that is reassigned
    bool acknowledges{true};       //!< ExpCmdSN goes up with each command in order
    std::deque<Link> links;        //!< connections, in the order they came
    std::vector<Request> requests; //!< requests of the full feature phase

  private:
    /**
     * @param socket a connection
     * @param from its other end
     */
    void Accept(Ptr<Socket> socket, const Address& from);

    /**
     * @param link which connection
     * @param pdu a PDU
     */
    void Receive(uint32_t link, Ptr<Packet> pdu);

    /**
     * @param link which connection
     * @param pdu a Login Request
     */
    void AnswerLogin(uint32_t link, Ptr<Packet> pdu);

    /**
     * Answer a reassigned task's command.
     *
     * @param request the reassignment
     */
    void ContinueTask(const Request& request);

    /**
     * Answer as a target does that has no trouble.
     *
     * @param request the request
     */
    void AnswerPlainly(const Request& request);

    Ptr<Socket> m_socket;         //!< where it listens
    bool m_isListening{true};     //!< whether it answers SYNs
    std::set<uint32_t> m_numbers; //!< command numbers that came behind a gap
};

/**
 * @ingroup iscsi
 *
 * A client for tests that takes data in any order and counts what comes.
 */
class IscsiRecordingClient : public ScsiInitiatorClient
{
  public:
    /**
     * Send a command.
     *
     * @param port where to
     * @param dataIn bytes to read
     * @param dataOut what to write or null
     * @param lun logical unit, as a number of a single level
     * @return the task
     */
    Ptr<ScsiTask> Send(Ptr<ScsiInitiatorPort> port,
                       uint32_t dataIn,
                       Ptr<Packet> dataOut = nullptr,
                       uint16_t lun = 0);

    void DataInReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void DataOutRequested(Ptr<ScsiTask> task, uint32_t offset, uint32_t length) override;
    void CommandCompleteReceived(Ptr<ScsiTask> task) override;

    std::map<Ptr<ScsiTask>, std::vector<uint8_t>> dataIn; //!< what was read
    std::map<Ptr<ScsiTask>, uint32_t> received;           //!< bytes given, repeated ones too
    std::map<Ptr<ScsiTask>, Ptr<Packet>> dataOut;         //!< what is written
    std::vector<Ptr<ScsiTask>> completed;                 //!< tasks complete, in their order
    std::vector<Time> when;                               //!< when each was
    uint32_t questions{0};                                //!< how often data was asked for

  private:
    Ptr<ScsiInitiatorPort> m_port; //!< where the last command went
};

/**
 * @ingroup iscsi
 *
 * An initiator, a raw target and what the initiator's traces told.
 */
class IscsiRawBench
{
  public:
    /**
     * @param connections connections the initiator wants
     * @param level ErrorRecoveryLevel it wants
     */
    explicit IscsiRawBench(uint32_t connections = 1, uint32_t level = 0);

    /**
     * Install the initiator and run.
     *
     * @param stop when to stop
     */
    void Run(Time stop);

    /**
     * Do something at a time.
     *
     * @param time when
     * @param act what
     */
    static void At(Time time, std::function<void()> act);

    /**
     * @return the initiator's port
     */
    Ptr<IscsiInitiatorSession> Session() const;

    /**
     * @param machine "session" or "connection" and its CID
     * @return the states it went through, with blanks between
     */
    std::string GetStates(const std::string& machine) const;

    /**
     * @param action a recovery action
     * @return how often it was taken
     */
    uint32_t CountRecoveries(const std::string& action) const;

    IscsiTestBench bench;                      //!< nodes and helper
    IscsiRawTarget target;                     //!< the target
    Ptr<IscsiInitiator> initiator;             //!< the initiator, once installed
    IscsiRecordingClient client;               //!< a client
    std::map<std::string, std::string> states; //!< by machine
    std::vector<std::string> errors;           //!< protocol errors traced
    std::vector<std::string> recoveries;       //!< recovery actions traced
};

} // namespace ns3

#endif /* ISCSI_RAW_TARGET_H */
