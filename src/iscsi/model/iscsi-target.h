/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_H
#define ISCSI_TARGET_H

#include "iscsi-application.h"
#include "iscsi-target-connection.h"
#include "iscsi-target-session.h"

#include "ns3/address.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * An iSCSI target: it listens at one portal, takes logins for one target name and brings the
 * commands of all its sessions to one ScsiDevice, which may be a router over several logical units.
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
     * Say what stands behind the target, before it starts.
     *
     * @param device a logical unit, a router over several, or a gateway
     */
    void SetDevice(Ptr<ScsiDevice> device);

    /**
     * @return number of sessions logged in
     */
    uint32_t GetSessionCount() const;

    // From IscsiTargetConnectionOwner
    IscsiTargetSession* OpenSession(IscsiTargetConnection* connection,
                                    const IscsiSessionParameters& agreed,
                                    const std::string& initiatorPort,
                                    uint32_t cmdSn) override;
    void ConnectionClosed(IscsiTargetConnection* connection) override;

  protected:
    void DoDispose() override;

  private:
    /// A connection and, once logged in, its session.
    struct Entry
    {
        Ptr<IscsiTargetConnection> connection; //!< the connection
        Ptr<IscsiTargetSession> session;       //!< the session, null during the login
    };

    void StartApplication() override;
    void StopApplication() override;

    /**
     * @param socket the socket of a new connection
     * @param from the initiator's address
     */
    void HandleAccept(Ptr<Socket> socket, const Address& from);

    /**
     * @return an identifier that no session has
     */
    uint16_t NextTsih();

    Ptr<ScsiDevice> m_device;            //!< what stands behind the target
    Ptr<Socket> m_listener;              //!< the portal
    Address m_local;                     //!< the portal's address
    std::string m_targetName;            //!< the target's name
    uint32_t m_commandWindow;            //!< commands of a session worked on at a time
    uint16_t m_lastTsih{0};              //!< identifier last given
    std::map<uint16_t, Entry> m_entries; //!< connections by the TSIH kept for them
};

} // namespace ns3

#endif /* ISCSI_TARGET_H */
