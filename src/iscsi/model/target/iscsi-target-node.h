/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_NODE_H
#define ISCSI_TARGET_NODE_H

#include "ns3/iscsi-login-header.h"
#include "ns3/ptr.h"
#include "ns3/scsi-device.h"

#include <cstdint>
#include <set>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target
 *
 * One of the targets behind a portal: its device and the initiators that may use it.
 */
struct IscsiTargetNode
{
    /// Whether the target is there.
    enum class Service : uint8_t
    {
        UP,                //!< logins are taken
        DOWN,              //!< not in operation for now
        REMOVED,           //!< permanently removed
        MOVED_TEMPORARILY, //!< at another address for now
        MOVED_PERMANENTLY  //!< permanently at another address
    };

    /**
     * @param initiatorName who wants to log in
     * @return SUCCESS, or the status to refuse or redirect with (RFC 7143, 11.13.5)
     */
    IscsiLoginStatus CheckLogin(const std::string& initiatorName) const;

    /**
     * @param initiatorName an initiator
     * @return true if it may use the target
     */
    bool IsAllowed(const std::string& initiatorName) const;

    /**
     * @param initiatorName an initiator
     * @return true if a discovery lists the target for it
     */
    bool IsListedFor(const std::string& initiatorName) const;

    Ptr<ScsiDevice> device;           //!< the device behind the target
    std::set<std::string> initiators; //!< names of those who may use it, empty for all
    Service service{Service::UP};     //!< whether it is there
    std::string address;              //!< where it moved to, host:port
};

} // namespace ns3

#endif /* ISCSI_TARGET_NODE_H */
