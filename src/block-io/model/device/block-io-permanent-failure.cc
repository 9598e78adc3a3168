/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "block-io-permanent-failure.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BlockIoPermanentFailure");

NS_OBJECT_ENSURE_REGISTERED(BlockIoPermanentFailure);

TypeId
BlockIoPermanentFailure::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BlockIoPermanentFailure")
            .SetParent<Object>()
            .SetGroupName("BlockIo")
            .AddConstructor<BlockIoPermanentFailure>()
            .AddTraceSource("Failed",
                            "The object failed permanently; the arguments say what "
                            "failed and why",
                            MakeTraceSourceAccessor(&BlockIoPermanentFailure::m_failTrace),
                            "ns3::BlockIoPermanentFailure::FailedTracedCallback");
    return tid;
}

void
BlockIoPermanentFailure::SetSubject(const std::string& subject)
{
    m_subject = subject;
}

const std::string&
BlockIoPermanentFailure::GetSubject() const
{
    return m_subject;
}

void
BlockIoPermanentFailure::Declare(const std::string& reason)
{
    NS_LOG_FUNCTION(this << m_subject << reason);
    if (!HasOccurred())
    {
        m_reason = m_subject.empty() ? reason : m_subject + ": " + reason;
        NS_LOG_WARN("failed permanently: " << m_reason);
        m_failTrace(m_reason);
    }
}

bool
BlockIoPermanentFailure::HasOccurred() const
{
    return !m_reason.empty();
}

const std::string&
BlockIoPermanentFailure::GetReason() const
{
    return m_reason;
}

void
BlockIoPermanentFailure::DoDispose()
{
    // Who followed it may hold what it is aggregated to.
    m_failTrace = {};
    Object::DoDispose();
}

} // namespace ns3
