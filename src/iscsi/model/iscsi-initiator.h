/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_H
#define ISCSI_INITIATOR_H

#include "iscsi-application.h"
#include "iscsi-initiator-session.h"

#include "ns3/address.h"
#include "ns3/scsi-initiator-port.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * An iSCSI initiator: it logs in to one target when it starts and out when it stops. Commands go
 * through its port, which a ScsiBlockDevice or a gateway uses.
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

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    Ptr<IscsiInitiatorSession> m_session; //!< the session
    Address m_remote;                     //!< the target portal
    std::string m_targetName;             //!< the target's name
    std::string m_initiatorName;          //!< own name, empty for one made of the node's number
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_H */
