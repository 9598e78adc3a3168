/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gateway-back-end.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GatewayBackEnd");

NS_OBJECT_ENSURE_REGISTERED(GatewayBackEnd);

TypeId
GatewayBackEnd::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GatewayBackEnd")
            .SetParent<Object>()
            .SetGroupName("StorageGateway")
            .AddConstructor<GatewayBackEnd>()
            .AddAttribute("QueueDepth",
                          "Maximum number of commands in progress on the loop at once, 1 or more; "
                          "others wait",
                          UintegerValue(256),
                          MakeUintegerAccessor(&GatewayBackEnd::m_depth),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("QueueLength",
                            "Commands that wait for the loop",
                            MakeTraceSourceAccessor(&GatewayBackEnd::m_length),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Outstanding",
                            "Commands dispatched over the loop and in progress",
                            MakeTraceSourceAccessor(&GatewayBackEnd::m_outstanding),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

void
GatewayBackEnd::DoDispose()
{
    m_queue.clear();
    Object::DoDispose();
}

void
GatewayBackEnd::Enter(GatewayBackEndClient& client, Ptr<Object> object, Ptr<ScsiTask> task)
{
    m_queue.push_back({&client, object, task});
    ++m_length;
    if (m_outstanding >= m_depth)
    {
        NS_LOG_INFO("queue of the loop full: " << m_outstanding << " commands under way, "
                                               << m_length << " wait");
    }
    Pump();
}

void
GatewayBackEnd::Withdraw(Ptr<ScsiTask> task)
{
    const auto entry = std::find_if(m_queue.begin(), m_queue.end(), [task](const Entry& one) {
        return one.task == task;
    });
    NS_ASSERT_MSG(entry != m_queue.end(), "the command is not waiting here");
    m_queue.erase(entry);
    --m_length;
}

void
GatewayBackEnd::Leave()
{
    NS_ASSERT_MSG(m_outstanding.Get() > 0, "no command is in progress");
    --m_outstanding;
    if (!m_queue.empty())
    {
        Simulator::ScheduleNow(&GatewayBackEnd::Pump, Ptr<GatewayBackEnd>(this));
    }
}

void
GatewayBackEnd::Pump()
{
    while (!m_queue.empty() && m_outstanding < m_depth)
    {
        const auto entry = m_queue.front();
        m_queue.pop_front();
        --m_length;
        ++m_outstanding;
        NS_LOG_DEBUG("command goes to the loop: " << m_outstanding << " under way, " << m_length
                                                  << " wait");
        entry.client->Dispatch(entry.task);
    }
}

uint32_t
GatewayBackEnd::GetQueueLength() const
{
    return m_length;
}

uint32_t
GatewayBackEnd::GetOutstanding() const
{
    return m_outstanding;
}

} // namespace ns3
