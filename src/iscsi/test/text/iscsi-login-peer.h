/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_LOGIN_PEER_H
#define ISCSI_LOGIN_PEER_H

#include "../session/iscsi-test-bench.h"

#include "ns3/iscsi-initiator-login.h"
#include "ns3/iscsi-pdu-stream.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * An initiator for tests of a target's logins over TCP: it logs in, or stops half-way, and
 * remembers what it was told.
 */
class IscsiLoginPeer : public IscsiPduStreamOwner
{
  public:
    /**
     * @param bench the nodes
     * @param index makes its ISID another than that of other peers
     */
    IscsiLoginPeer(IscsiTestBench& bench, uint16_t index);

    /**
     * Connect to the target and log in.
     */
    void Start();

    /**
     * Send the next Login Request.
     */
    void SendLoginRequest();

    /**
     * Send a ping with the CmdSN of the login, once logged in.
     */
    void Ping();

    /**
     * Close the connection.
     */
    void Close();

    IscsiSessionParameters proposals; //!< what it wants
    std::array<uint8_t, 6> isid;      //!< its part of the session identifier
    uint16_t tsih{0};                 //!< TSIH to log in with
    uint16_t cid{1};                  //!< CID to log in with
    uint32_t requests{100};           //!< most Login Requests it sends by itself
    bool isIn{false};                 //!< the login succeeded
    bool isEnded{false};              //!< the target closed
    Time endTime;                     //!< when the target closed
    uint16_t sessionTsih{0};          //!< TSIH it was given
    uint16_t status{0xffff};          //!< status of the last Login Response
    uint32_t maxCmdSn{0};             //!< highest MaxCmdSN of the Login Responses
    std::string redirect;             //!< where it was sent

  private:
    // IscsiPduStreamOwner
    void PduArrived(Ptr<Packet> pdu) override;
    void StreamEnded(const std::string& reason) override;

    IscsiTestBench& m_bench;                    //!< the nodes
    Ptr<IscsiPduStream> m_stream;               //!< the PDUs
    std::optional<IscsiInitiatorLogin> m_login; //!< the login
};

} // namespace ns3

#endif /* ISCSI_LOGIN_PEER_H */
