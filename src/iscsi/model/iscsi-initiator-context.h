/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_INITIATOR_CONTEXT_H
#define ISCSI_INITIATOR_CONTEXT_H

#include "iscsi-answer-table.h"
#include "iscsi-command-window.h"
#include "iscsi-initiator-connection.h"
#include "iscsi-initiator-settings.h"
#include "iscsi-initiator-task-table.h"
#include "iscsi-session-parameters.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi
 *
 * What the parts of an initiator's session share.
 */
struct IscsiInitiatorContext
{
    /**
     * @return true if PDUs that are lost are asked for and sent again: ErrorRecoveryLevel 1 or 2
     */
    bool Recovers() const
    {
        return parameters.errorRecoveryLevel > 0;
    }

    /**
     * @param cid a connection identifier
     * @return the connection in full feature phase that has it, or null
     */
    Ptr<IscsiInitiatorConnection> FindReady(uint16_t cid) const
    {
        for (const auto& connection : ready)
        {
            if (connection->GetCid() == cid)
            {
                return connection;
            }
        }
        return nullptr;
    }

    IscsiInitiatorSettings settings;   //!< what the session was told
    Address redirect;                  //!< where the target sent this session, invalid as a rule
    uint16_t tsih{0};                  //!< target's part of the session identifier
    IscsiAnswerTable answers;          //!< other requests sent
    IscsiSessionParameters parameters; //!< values proposed, then agreed
    IscsiCommandWindow window{1};      //!< the command window
    IscsiInitiatorTaskTable tasks;     //!< commands sent
    uint32_t resets{0};                //!< resets under way, which hold commands back
    /// Connections that take commands, in the order of their identifiers.
    std::vector<Ptr<IscsiInitiatorConnection>> ready;
};

} // namespace ns3

#endif /* ISCSI_INITIATOR_CONTEXT_H */
