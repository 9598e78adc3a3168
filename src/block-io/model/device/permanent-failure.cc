/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "permanent-failure.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PermanentFailure");

NS_OBJECT_ENSURE_REGISTERED(PermanentFailure);

TypeId
PermanentFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PermanentFailure")
                            .SetParent<Object>()
                            .SetGroupName("BlockIo")
                            .AddConstructor<PermanentFailure>()
                            .AddTraceSource("Failed",
                                            "The object failed permanently; the arguments say what "
                                            "failed and why",
                                            MakeTraceSourceAccessor(&PermanentFailure::m_failTrace),
                                            "ns3::PermanentFailure::FailedTracedCallback");
    return tid;
}

void
PermanentFailure::SetSubject(const std::string& subject)
{
    m_subject = subject;
}

const std::string&
PermanentFailure::GetSubject() const
{
    return m_subject;
}

void
PermanentFailure::Declare(const std::string& reason)
{
    NS_LOG_FUNCTION(this << m_subject << reason);
    if (!HasOccurred())
    {
        m_reason = m_subject.empty() ? reason : m_subject + ": " + reason;
        NS_LOG_WARN("failed for good: " << m_reason);
        m_failTrace(m_reason);
    }
}

bool
PermanentFailure::HasOccurred() const
{
    return !m_reason.empty();
}

const std::string&
PermanentFailure::GetReason() const
{
    return m_reason;
}

void
PermanentFailure::DoDispose()
{
    // Who followed it may hold what it is aggregated to.
    m_failTrace = {};
    Object::DoDispose();
}

} // namespace ns3
