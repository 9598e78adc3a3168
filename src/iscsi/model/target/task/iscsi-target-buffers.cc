/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iscsi-target-buffers.h"

#include <algorithm>

namespace ns3
{

IscsiTargetBuffers::Session::Session(const std::shared_ptr<IscsiTargetBuffers>& buffers)
    : m_buffers(buffers)
{
}

std::shared_ptr<IscsiTargetBuffers::Share>
IscsiTargetBuffers::Session::Reserve(uint64_t bytes)
{
    const auto wanted = std::min(bytes, m_buffers->m_limit);
    return MayTake(wanted) ? std::make_shared<Share>(shared_from_this(), wanted) : nullptr;
}

uint64_t
IscsiTargetBuffers::Session::GetInUse() const
{
    return m_inUse;
}

bool
IscsiTargetBuffers::Session::MayTake(uint64_t bytes) const
{
    if (m_inUse + bytes <= RESERVE)
    {
        return true;
    }
    const uint64_t inUse = m_buffers->m_inUse;
    const uint64_t left = m_buffers->m_limit - std::min(inUse, m_buffers->m_limit);
    return m_inUse == 0 ? bytes <= left : m_inUse + bytes <= left;
}

IscsiTargetBuffers::Share::Share(const std::shared_ptr<Session>& session, uint64_t bytes)
    : m_session(session),
      m_bytes(bytes)
{
    m_session->m_inUse += bytes;
    m_session->m_buffers->m_inUse += bytes;
}

IscsiTargetBuffers::Share::~Share()
{
    Shrink(0);
}

void
IscsiTargetBuffers::Share::Shrink(uint64_t bytes)
{
    const uint64_t given = m_bytes - std::min(bytes, m_bytes);
    m_bytes -= given;
    m_session->m_inUse -= given;
    m_session->m_buffers->m_inUse -= given;
}

IscsiTargetBuffers::IscsiTargetBuffers(uint64_t limit)
    : m_limit(limit)
{
}

uint64_t
IscsiTargetBuffers::GetInUse() const
{
    return m_inUse;
}

} // namespace ns3
