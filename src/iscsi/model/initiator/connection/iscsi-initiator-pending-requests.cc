/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-initiator-pending-requests.h"

#include <utility>
#include <vector>

namespace ns3
{

void
IscsiInitiatorPendingRequests::Expect(uint32_t tag,
                                      IscsiOpcode opcode,
                                      uint16_t cid,
                                      Handler handler)
{
    m_requests[tag] = {opcode, cid, std::move(handler)};
}

bool
IscsiInitiatorPendingRequests::Deliver(uint32_t tag, IscsiOpcode opcode, Ptr<Packet> answer)
{
    const auto found = m_requests.find(tag);
    if (found == m_requests.end() || found->second.opcode != opcode)
    {
        return false;
    }
    // The handler may ask for more.
    const auto handler = std::move(found->second.handler);
    m_requests.erase(found);
    handler(answer);
    return true;
}

bool
IscsiInitiatorPendingRequests::Cancel(uint32_t tag)
{
    const auto found = m_requests.find(tag);
    return found != m_requests.end() && Deliver(tag, found->second.opcode, nullptr);
}

void
IscsiInitiatorPendingRequests::CancelConnection(uint16_t cid)
{
    std::vector<uint32_t> tags;
    for (const auto& [tag, request] : m_requests)
    {
        if (request.cid == cid)
        {
            tags.push_back(tag);
        }
    }
    for (const auto tag : tags)
    {
        Cancel(tag);
    }
}

void
IscsiInitiatorPendingRequests::CancelAll()
{
    for (const auto& [tag, request] : std::exchange(m_requests, {}))
    {
        request.handler(nullptr);
    }
}

void
IscsiInitiatorPendingRequests::Forget(uint32_t tag)
{
    m_requests.erase(tag);
}

void
IscsiInitiatorPendingRequests::Clear()
{
    m_requests.clear();
}

bool
IscsiInitiatorPendingRequests::Contains(uint32_t tag) const
{
    return m_requests.count(tag) > 0;
}

} // namespace ns3
