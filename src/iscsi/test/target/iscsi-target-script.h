/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SCRIPT_H
#define ISCSI_TARGET_SCRIPT_H

#include "../session/iscsi-test-bench.h"

#include "ns3/iscsi-data-header.h"
#include "ns3/iscsi-initiator-login.h"
#include "ns3/iscsi-login-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-pdu-stream.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-task-management-header.h"
#include "ns3/test.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-tests
 *
 * A device for tests that does nothing by itself: the test says when a task gets data or is
 * answered. It writes down what it hears.
 */
class IscsiScriptDevice : public ScsiDevice
{
  public:
    void CommandReceived(Ptr<ScsiTask> task) override;
    void DataOutReceived(Ptr<ScsiTask> task, uint32_t offset, Ptr<Packet> data) override;
    void TaskLost(Ptr<ScsiTask> task) override;
    ScsiTaskManagementResponse ManageTasks(const ScsiTaskManagementRequest& request) override;
    void NexusLost(const std::string& initiatorPort) override;

    /**
     * Give a read its data of real bytes and answer it GOOD.
     *
     * @param block the first block of its CDB, by which tests distinguish tasks
     * @param answer whether to answer, too
     */
    void Give(uint8_t block, bool answer = true);

    /**
     * Answer a task GOOD.
     *
     * @param block the first block of its CDB
     */
    void Answer(uint8_t block);

    std::vector<std::string> heard;         //!< what came, in order
    std::map<uint8_t, Ptr<ScsiTask>> tasks; //!< tasks at hand by first block
    bool wantsAll{true};                    //!< ask for all data of a write at once
    bool managesTasks{true};                //!< know task management
};

/**
 * @ingroup iscsi-tests
 *
 * One connection of an initiator that sends whatever it is told to and keeps what it gets.
 */
class IscsiScriptedConnection : public IscsiPduStreamOwner
{
  public:
    /**
     * @param bench the nodes
     * @param proposals what it proposes
     * @param cid its identifier
     */
    IscsiScriptedConnection(IscsiTestBench& bench,
                            const IscsiSessionParameters& proposals,
                            uint16_t cid);

    /**
     * Connect and log in.
     *
     * @param tsih the session to join, 0 for a new one
     * @param cmdSn CmdSN of the login
     */
    void Connect(uint16_t tsih, uint32_t cmdSn);

    /**
     * Send a PDU.
     *
     * @param header its header; an ExpStatSN of 0 becomes what acknowledges all status
     * @param data its data segment or null
     * @param ahs additional header segments
     */
    void Send(IscsiInitiatorHeader& header,
              Ptr<Packet> data = nullptr,
              const std::vector<uint8_t>& ahs = {});

    /**
     * Send a SCSI Command for one to 255 blocks of 512 bytes.
     *
     * @param write a write or a read
     * @param cmdSn CmdSN
     * @param block first block, and task tag less 100
     * @param blocks how many
     * @param immediate I bit
     */
    void Command(bool write, uint32_t cmdSn, uint8_t block, uint8_t blocks, bool immediate = false);

    /**
     * Send a Task Management Function Request with the I bit and tag 200.
     *
     * @param function the function
     * @param cmdSn CmdSN
     * @param referenced task tag it is about
     * @param refCmdSn RefCmdSN
     * @param expDataSn ExpDataSN
     */
    void Manage(IscsiTaskManagementFunction function,
                uint32_t cmdSn,
                uint32_t referenced = IscsiHeader::RESERVED_TAG,
                uint32_t refCmdSn = 0,
                uint32_t expDataSn = 0);

    /**
     * Send a Data-Out that answers an R2T.
     *
     * @param tag task tag
     * @param transferTag target transfer tag
     * @param dataSn DataSN
     * @param offset buffer offset, bytes
     * @param length bytes
     * @param final F bit
     */
    void DataOut(uint32_t tag,
                 uint32_t transferTag,
                 uint32_t dataSn,
                 uint32_t offset,
                 uint32_t length,
                 bool final);

    /**
     * Send a Logout Request with the I bit.
     *
     * @param reason the reason
     * @param cid connection it is about
     * @param cmdSn CmdSN
     */
    void LogOut(IscsiLogoutReason reason, uint16_t cid, uint32_t cmdSn);

    /**
     * Send a ping with the I bit.
     *
     * @param tag task tag
     * @param cmdSn CmdSN
     * @param bytes bytes of data, of a pattern that begins with the tag
     */
    void Ping(uint32_t tag, uint32_t cmdSn, uint32_t bytes = 0);

    /**
     * Acknowledge all status by a NOP-Out that wants no answer.
     */
    void Acknowledge();

    /**
     * Send bytes that need not be a PDU.
     *
     * @param bytes the bytes
     */
    void SendBytes(const std::vector<uint8_t>& bytes);

    /**
     * Read nothing any more.
     */
    void StopReading();

    /**
     * Break the TCP connection off.
     */
    void Break();

    /**
     * @tparam T the class of a header
     * @return headers of the PDUs of that kind that came after the login, in order
     */
    template <typename T>
    std::vector<T> Get() const
    {
        std::vector<T> headers;
        for (const auto& pdu : received)
        {
            T header;
            IscsiBasicHeader basic;
            pdu->PeekHeader(basic);
            if (basic.GetOpcode() == header.GetOpcode())
            {
                pdu->PeekHeader(header);
                headers.push_back(header);
            }
        }
        return headers;
    }

    /**
     * @return names of the PDUs that came after the login, with commas between
     */
    std::string GetNames() const;

    std::vector<Ptr<Packet>> received;      //!< PDUs that came after the login
    std::vector<IscsiLoginStatus> refusals; //!< refused logins
    uint16_t tsih{0};                       //!< the session, once logged in
    uint32_t expStatSn{0};                  //!< next status number
    IscsiSessionParameters agreed;          //!< what was agreed on
    bool ended{false};                      //!< the target closed
    uint32_t loginExpCmdSn{0};              //!< ExpCmdSN of the last Login Response
    bool stopsInLogin{false};               //!< break off at the first Login Response
    bool waitsInLogin{false};               //!< do nothing from the first Login Response on
    IscsiLoginRequestHeader lastLogin;      //!< header of the last Login Request
    std::array<uint8_t, 6> isid{0x80, 9, 9, 9, 0, 0}; //!< its part of the session's identifier

  private:
    /**
     * Send the next Login Request.
     */
    void SendLogin();

    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override;
    void StreamEnded(const std::string& reason) override;

    IscsiTestBench& m_bench;                      //!< the nodes
    IscsiSessionParameters m_proposals;           //!< what it proposes
    uint16_t m_cid;                               //!< its identifier
    uint32_t m_cmdSn{1};                          //!< CmdSN of the login
    Ptr<Socket> m_socket;                         //!< its socket
    Ptr<IscsiPduStream> m_stream;                 //!< the PDUs
    std::shared_ptr<const void> m_pause;          //!< keeps it from reading, or null
    std::unique_ptr<IscsiInitiatorLogin> m_login; //!< the login while it is in progress
};

/**
 * @ingroup iscsi-tests
 *
 * A test of a target by a script: steps of 100 ms, with a target, a device and connections that do
 * what the steps say.
 */
class IscsiTargetScriptTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * Begin: the target has the attributes that were set on the bench.
     *
     * @param level ErrorRecoveryLevel
     * @param connections connections that log in, with CIDs from 1 on
     */
    void Begin(uint32_t level, uint32_t connections = 1);

    /**
     * Add a connection that is not connected.
     *
     * @param cid its identifier
     * @return the connection
     */
    IscsiScriptedConnection& Add(uint16_t cid);

    /**
     * Let a time pass.
     *
     * @param time the time
     */
    void Pass(Time time = MilliSeconds(100));

    /**
     * End the simulation.
     */
    void Finish();

    /**
     * @param c a connection's place, from 0 on
     * @return the connection
     */
    IscsiScriptedConnection& C(std::size_t c);

    /**
     * Expect two texts to be equal.
     *
     * @param actual what is
     * @param expected what should be
     * @param what what it is about
     */
    void Expect(const std::string& actual, const std::string& expected, const std::string& what);

    /**
     * @return what the device heard since the last call, with commas between
     */
    std::string Heard();

    /**
     * @return state changes since the last call, with commas between
     */
    std::string States();

    /**
     * @return recovery actions since the last call, with commas between
     */
    std::string Recovery();

    IscsiSessionParameters proposals;      //!< what the script proposes
    std::unique_ptr<IscsiTestBench> bench; //!< the nodes
    Ptr<IscsiScriptDevice> device;         //!< behind the target
    std::vector<std::string> errors;       //!< protocol errors traced

  private:
    std::vector<std::unique_ptr<IscsiScriptedConnection>> m_connections; //!< the connections
    std::vector<std::string> m_states;                                   //!< state changes
    std::vector<std::string> m_recovery;                                 //!< recovery actions
};

constexpr uint32_t NO_TAG = IscsiHeader::RESERVED_TAG; //!< no tag, short for tests

} // namespace ns3

#endif /* ISCSI_TARGET_SCRIPT_H */
