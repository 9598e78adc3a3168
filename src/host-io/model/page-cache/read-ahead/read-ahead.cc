/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "read-ahead.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ReadAhead);

TypeId
ReadAhead::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ReadAhead").SetParent<Object>().SetGroupName("HostIo");
    return tid;
}

ReadAheadWindow
ReadAhead::Mark(uint64_t /* page */, uint64_t /* pagesLeft */)
{
    return {};
}

ReadAheadWindow
ReadAhead::Use(uint64_t /* page */)
{
    return {};
}

void
ReadAhead::EndRead(uint64_t /* lastPage */)
{
}

void
ReadAhead::RequestStarted()
{
    ++m_outstanding;
}

void
ReadAhead::RequestEnded()
{
    --m_outstanding;
}

uint32_t
ReadAhead::GetOutstanding() const
{
    return m_outstanding;
}

} // namespace ns3
