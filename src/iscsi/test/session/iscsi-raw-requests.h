/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISCSI_RAW_REQUESTS_H
#define ISCSI_RAW_REQUESTS_H

#include "iscsi-raw-target.h"

#include "ns3/iscsi-async-message-header.h"
#include "ns3/iscsi-logout-header.h"
#include "ns3/iscsi-scsi-command-header.h"
#include "ns3/iscsi-snack-header.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup iscsi-tests
 *
 * @param request a SCSI command
 * @return its initiator task tag
 */
inline uint32_t
GetTag(const IscsiRawTarget::Request& request)
{
    return request.As<IscsiScsiCommandHeader>().initiatorTaskTag;
}

/**
 * @ingroup iscsi-tests
 *
 * @param request any request
 * @return false, so that it is answered plainly, unless it is a SCSI command
 */
inline bool
IgnoreCommands(const IscsiRawTarget::Request& request)
{
    return request.opcode == IscsiOpcode::SCSI_COMMAND;
}

/**
 * @ingroup iscsi-tests
 *
 * The SNACKs of a type that came.
 *
 * @param raw the bench
 * @param type the type
 * @return their headers
 */
inline std::vector<IscsiSnackHeader>
GetSnacks(const IscsiRawBench& raw, IscsiSnackType type)
{
    std::vector<IscsiSnackHeader> snacks;
    for (const auto& request : raw.target.Get(IscsiOpcode::SNACK_REQUEST))
    {
        const auto snack = request.As<IscsiSnackHeader>();
        if (snack.type == type)
        {
            snacks.push_back(snack);
        }
    }
    return snacks;
}

/**
 * @ingroup iscsi-tests
 *
 * Answer logouts a while after they came.
 *
 * @param raw the bench
 * @param request a request
 * @param delay how long
 * @return true if it was a logout
 */
inline bool
DelayLogout(IscsiRawBench& raw, const IscsiRawTarget::Request& request, Time delay)
{
    if (request.opcode != IscsiOpcode::LOGOUT_REQUEST)
    {
        return false;
    }
    IscsiLogoutResponseHeader answer;
    answer.initiatorTaskTag = request.As<IscsiLogoutRequestHeader>().initiatorTaskTag;
    raw.At(Simulator::Now() + delay, [&raw, link = request.link, answer]() {
        auto header = answer;
        raw.target.SendStatus(link, header);
    });
    return true;
}

/**
 * @ingroup iscsi-tests
 *
 * Send an Asynchronous Message.
 *
 * @param raw the bench
 * @param link which connection
 * @param event the event
 * @param cid the connection it is about
 */
inline void
SendAsync(IscsiRawBench& raw, uint32_t link, IscsiAsyncEvent event, uint16_t cid = 0)
{
    IscsiAsyncMessageHeader header;
    header.asyncEvent = event;
    header.parameter1 = cid;
    header.parameter2 = 1;
    header.parameter3 = 20;
    raw.target.SendStatus(link, header);
}

} // namespace ns3

#endif /* ISCSI_RAW_REQUESTS_H */
