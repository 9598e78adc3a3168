/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_TARGET_SESSION_SETTINGS_H
#define ISCSI_TARGET_SESSION_SETTINGS_H

#include "iscsi-target-limits.h"

#include "ns3/callback.h"
#include "ns3/iscsi-observer.h"
#include "ns3/iscsi-session-parameters.h"
#include "ns3/iscsi-target-buffers.h"
#include "ns3/ptr.h"
#include "ns3/scsi-device.h"
#include "ns3/scsi-task.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup iscsi-target-connection
 *
 * The settings of a target's session, which do not change during its lifetime.
 */
struct IscsiTargetSessionSettings
{
    Ptr<ScsiDevice> device;            //!< the device behind the port, null in discovery
    IscsiObserver* observer{nullptr};  //!< what is notified of events; outlives the session
    IscsiSessionParameters parameters; //!< the values agreed on
    IscsiTargetLimits limits;          //!< what the session spends

    std::shared_ptr<const std::string> initiatorPort; //!< name of the nexus, as in ScsiTask

    /// Notified when the session is over, with its TSIH: to forget it.
    Callback<void, uint16_t> closed;
    /// Asked for by TARGET COLD RESET: end all sessions, those through other portals too (RFC 7143,
    /// 11.5.1).
    Callback<void> resetAll;
    /// Notified when the response to a command was handed to TCP; outlives the session. While
    /// somebody listens, commands that come without a timeline get one of their own, which begins
    /// with ISSUED when they arrive: commands of initiators outside the simulation.
    const TracedCallback<Ptr<const ScsiTask>>* answered{nullptr};

    /// Memory for the data of its commands, null if there is no limit.
    std::shared_ptr<IscsiTargetBuffers::Session> buffers;

    /**
     * @return true if data and status are kept until they are acknowledged (RFC 7143, 7.1.5)
     */
    bool KeepsData() const
    {
        return parameters.errorRecoveryLevel >= 1;
    }

    /**
     * @return true if tasks of a lost connection continue on another one
     */
    bool CanReassign() const
    {
        return parameters.errorRecoveryLevel >= 2;
    }
};

} // namespace ns3

#endif /* ISCSI_TARGET_SESSION_SETTINGS_H */
