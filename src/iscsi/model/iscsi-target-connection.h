/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_CONNECTION_H
#define ISCSI_TARGET_CONNECTION_H

#include "iscsi-connection.h"
#include "iscsi-login-header.h"
#include "iscsi-session-parameters.h"
#include "iscsi-target-login.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

class IscsiTargetConnection;
class IscsiTargetSession;

/**
 * @ingroup iscsi
 *
 * Where a target's connections come from and its sessions are kept: the target application.
 */
class IscsiTargetConnectionOwner
{
  public:
    virtual ~IscsiTargetConnectionOwner() = default;

    /**
     * A login succeeded: make the session.
     *
     * @param connection the connection
     * @param agreed the values agreed on
     * @param initiatorPort name of the initiator port
     * @param cmdSn number of the first command
     * @return the session, which outlives the connection
     */
    virtual IscsiTargetSession* OpenSession(IscsiTargetConnection* connection,
                                            const IscsiSessionParameters& agreed,
                                            const std::string& initiatorPort,
                                            uint32_t cmdSn) = 0;

    /**
     * A connection is over, at whatever stage: forget it.
     *
     * @param connection the connection
     */
    virtual void ConnectionClosed(IscsiTargetConnection* connection) = 0;
};

/**
 * @ingroup iscsi
 *
 * The target's end of one connection: it answers the login, and numbers the status PDUs
 * (RFC 7143, 4.2.2.2).
 */
class IscsiTargetConnection : public IscsiConnection
{
  public:
    /**
     * @param stream the stream of PDUs, connected
     * @param cost the host's processor
     * @param observer who is told; outlives the connection
     * @param owner who makes the session; outlives the connection
     * @param proposals what the target wants
     * @param tsih the identifier a new session gets
     * @param window commands a new session takes at a time
     */
    IscsiTargetConnection(Ptr<IscsiPduStream> stream,
                          Ptr<IscsiHostCost> cost,
                          IscsiObserver* observer,
                          IscsiTargetConnectionOwner* owner,
                          const IscsiSessionParameters& proposals,
                          uint16_t tsih,
                          uint32_t window);

    /**
     * Send a PDU that takes a status number.
     *
     * @param header its header, with the command window filled in
     * @param data its data segment, which the PDU is built on, or null
     */
    void SendStatus(IscsiResponseHeader& header, Ptr<Packet> data);

    /**
     * Send a PDU that shows the next status number and takes none.
     *
     * @param header its header, with the command window filled in
     * @param data its data segment, which the PDU is built on, or null
     */
    void Send(IscsiResponseHeader& header, Ptr<Packet> data);

    /**
     * @return the identifier of the session, or of the session to be
     */
    uint16_t GetTsih() const;

    /**
     * The session is over by the initiator's wish: close behind what was sent.
     */
    void EndAfterLogout();

  private:
    void HandlePdu(IscsiOpcode opcode, Ptr<Packet> pdu) override;
    void HandleEnd(const std::string& reason) override;

    /**
     * @param pdu a Login Request
     */
    void HandleLoginRequest(Ptr<Packet> pdu);

    /**
     * Refuse the login because a PDU does not belong into it.
     *
     * @param pdu the PDU
     */
    void RefusePdu(Ptr<Packet> pdu);

    IscsiTargetConnectionOwner* m_owner;       //!< who makes the session
    IscsiTargetSession* m_session{nullptr};    //!< the session, null during the login
    std::unique_ptr<IscsiTargetLogin> m_login; //!< the login while it goes on
    uint16_t m_tsih;                           //!< identifier of the session to be
    uint32_t m_window;                         //!< its command window
    uint32_t m_statSn{1};                      //!< next status number
};

} // namespace ns3

#endif /* ISCSI_TARGET_CONNECTION_H */
