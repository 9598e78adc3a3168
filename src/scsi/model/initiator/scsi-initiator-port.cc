/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scsi-initiator-port.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ScsiInitiatorPort);

TypeId
ScsiInitiatorPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ScsiInitiatorPort").SetParent<Object>().SetGroupName("Scsi");
    return tid;
}

void
ScsiInitiatorPort::CallWhenReady(Callback<void> callback)
{
    if (IsReady())
    {
        callback();
        return;
    }
    m_waiting.push_back(callback);
}

bool
ScsiInitiatorPort::AbortTask(Ptr<ScsiTask>)
{
    return false;
}

void
ScsiInitiatorPort::DoDispose()
{
    m_waiting.clear();
    Object::DoDispose();
}

void
ScsiInitiatorPort::NotifyReady()
{
    for (auto& callback : std::exchange(m_waiting, {}))
    {
        callback();
    }
}

} // namespace ns3
