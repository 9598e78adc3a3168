/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-buffer-pool.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewayBufferPool");

NS_OBJECT_ENSURE_REGISTERED(GatewayBufferPool);

TypeId
GatewayBufferPool::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GatewayBufferPool")
                            .SetParent<Object>()
                            .SetGroupName("StorageGateway")
                            .AddConstructor<GatewayBufferPool>()
                            .AddAttribute("Size",
                                          "Capacity in bytes, at least 1",
                                          UintegerValue(64 << 20),
                                          MakeUintegerAccessor(&GatewayBufferPool::m_size),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddTraceSource("Used",
                                            "Bytes taken",
                                            MakeTraceSourceAccessor(&GatewayBufferPool::m_used),
                                            "ns3::TracedValueCallback::Uint32")
                            .AddTraceSource("QueueLength",
                                            "Transfers that wait for buffer space",
                                            MakeTraceSourceAccessor(&GatewayBufferPool::m_length),
                                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

void
GatewayBufferPool::DoDispose()
{
    m_waiting.clear();
    Object::DoDispose();
}

uint32_t
GatewayBufferPool::GetSize() const
{
    return m_size;
}

void
GatewayBufferPool::Acquire(uint32_t bytes, Callback<void> granted)
{
    NS_LOG_FUNCTION(this << bytes);
    NS_ASSERT_MSG(bytes <= m_size, "more buffer space was requested than the pool has");
    if (m_waiting.empty() && bytes <= m_size - m_used)
    {
        Use(bytes);
        granted();
        return;
    }
    m_waiting.push_back({bytes, granted});
    ++m_length;
    NS_LOG_INFO("buffer full: " << m_used << " of " << m_size << " bytes used, " << bytes
                                << " wanted, " << m_length << " transfers wait");
}

void
GatewayBufferPool::Release(uint32_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    NS_ASSERT_MSG(bytes <= m_used, "more buffer space was released than was taken");
    m_used -= bytes;
    if (!m_waiting.empty())
    {
        Simulator::ScheduleNow(&GatewayBufferPool::Serve, Ptr<GatewayBufferPool>(this));
    }
}

void
GatewayBufferPool::Serve()
{
    while (!m_waiting.empty() && m_waiting.front().bytes <= m_size - m_used)
    {
        const auto waiter = m_waiting.front();
        m_waiting.pop_front();
        --m_length;
        NS_LOG_INFO("buffer granted: " << waiter.bytes << " bytes, " << m_length
                                       << " transfers wait");
        Use(waiter.bytes);
        waiter.granted();
    }
}

void
GatewayBufferPool::Use(uint32_t bytes)
{
    m_used += bytes;
    m_mostUsed = std::max(m_mostUsed, m_used.Get());
}

uint32_t
GatewayBufferPool::GetUsed() const
{
    return m_used;
}

uint32_t
GatewayBufferPool::GetMostUsed() const
{
    return m_mostUsed;
}

uint32_t
GatewayBufferPool::GetWaiting() const
{
    return m_length;
}

} // namespace ns3
