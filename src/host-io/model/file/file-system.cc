/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-system.h"

#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FileSystem");

NS_OBJECT_ENSURE_REGISTERED(FileSystem);

TypeId
FileSystem::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FileSystem")
                            .SetParent<Object>()
                            .SetGroupName("HostIo")
                            .AddTraceSource("Submit",
                                            "A request was submitted",
                                            MakeTraceSourceAccessor(&FileSystem::m_submitTrace),
                                            "ns3::FileSystem::RequestTracedCallback")
                            .AddTraceSource("Complete",
                                            "A request was completed; its status tells the outcome",
                                            MakeTraceSourceAccessor(&FileSystem::m_completeTrace),
                                            "ns3::FileSystem::RequestTracedCallback");
    return tid;
}

void
FileSystem::DoDispose()
{
    m_waiting.clear();
    Object::DoDispose();
}

void
FileSystem::Submit(Ptr<FileRequest> request)
{
    NS_LOG_FUNCTION(this << request->operation << request->path << request->handle);
    NS_ASSERT_MSG(!request->completion.IsNull(), "a request needs a completion callback");
    request->issueTime = Simulator::Now();
    m_submitTrace(request);
    DoSubmit(request);
}

FileSystemSpace
FileSystem::GetSpace() const
{
    return {};
}

void
FileSystem::CallWhenReady(Callback<void> callback)
{
    if (IsReady())
    {
        callback();
        return;
    }
    m_waiting.push_back(callback);
}

void
FileSystem::Complete(Ptr<FileRequest> request, FileStatus status)
{
    NS_LOG_FUNCTION(this << request->operation << request->path << request->handle << status);
    NS_ASSERT_MSG(!request->completion.IsNull(), "a request was completed twice");
    request->status = status;
    NS_LOG_DEBUG("done: " << request->operation << " " << request->path << ", " << status);
    m_completeTrace(request);
    auto completion = std::exchange(request->completion, FileRequest::Completion());
    completion(request);
}

void
FileSystem::NotifyReady()
{
    for (auto& callback : std::exchange(m_waiting, {}))
    {
        callback();
    }
}

} // namespace ns3
