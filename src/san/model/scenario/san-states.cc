/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "san-states.h"

#include "san-sessions.h"
#include "san-targets.h"

#include "ns3/fcal-port.h"
#include "ns3/fcp-node.h"
#include "ns3/gateway-drive.h"
#include "ns3/iscsi-initiator-session.h"
#include "ns3/log.h"
#include "ns3/storage-gateway.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SanStates");

SanStates::SanStates(const SanTargets& targets, const SanSessions& sessions)
{
    Watch(sessions.GetInitiators(), "initiator");
    Watch(targets.GetApplications(), "target");
    const auto& initiators = sessions.GetInitiators();
    for (auto it = initiators.Begin(); it != initiators.End(); ++it)
    {
        m_initiators.push_back(DynamicCast<IscsiInitiator>(*it));
    }
    FindExchanges(targets);
    m_arrays = targets.GetArrays();
    for (const auto& drive : sessions.GetDrives())
    {
        if (const auto device = DynamicCast<MultipathDevice>(drive))
        {
            m_multipath.push_back(device);
        }
    }
}

void
SanStates::Watch(const ApplicationContainer& ends, const std::string& role)
{
    for (auto it = ends.Begin(); it != ends.End(); ++it)
    {
        (*it)->TraceConnect("StateTransition", role, MakeCallback(&SanStates::Note, this));
    }
}

void
SanStates::FindExchanges(const SanTargets& targets)
{
    for (const auto& gateway : targets.GetGateways())
    {
        for (uint32_t i = 0; i < gateway->GetNDrives(); ++i)
        {
            if (const auto port = DynamicCast<FcpInitiator>(gateway->GetDrive(i)->GetPort()))
            {
                m_exchanges.push_back(port);
            }
        }
    }
}

void
SanStates::AddFileSystem(Ptr<ExtentFileSystem> files)
{
    m_fileSystems.push_back(files);
}

void
SanStates::AddFileClient(Ptr<FileServiceClient> client)
{
    m_clients.push_back(client);
}

void
SanStates::Note(std::string role,
                const std::string& machine,
                const std::string& from,
                const std::string& to)
{
    const auto part = role + " " + machine.substr(0, machine.find(' ')) + " ";
    // All begin as FREE.
    --m_counts[part + from];
    ++m_counts[part + to];
    NS_LOG_LOGIC(role << " " << machine << ": " << from << " to " << to);
}

std::set<std::string>
SanStates::Get() const
{
    std::set<std::string> states;
    const auto add = [&states](const std::string& part, const char* state) {
        states.insert(part + " " + state);
    };
    for (const auto& [state, count] : m_counts)
    {
        if (count > 0)
        {
            states.insert(state);
        }
    }
    for (const auto& initiator : m_initiators)
    {
        for (const auto state : initiator->GetSession()->GetTaskStates())
        {
            add("initiator task", IscsiInitiatorTask::GetStateName(state));
        }
    }
    for (const auto& initiator : m_exchanges)
    {
        add("loop port", GetFcalPortStateName(initiator->GetNode()->GetPort()->GetState()));
        add("loop port", GetFcalPortStateName(initiator->GetTarget()->GetState()));
        for (const auto state : initiator->GetTaskStates())
        {
            add("exchange", FcpInitiatorTask::GetStateName(state));
        }
    }
    for (const auto& array : m_arrays)
    {
        for (uint32_t i = 0; i < array->GetNMembers(); ++i)
        {
            add("array member", BlockArray::GetMemberStateName(array->GetMemberState(i)));
        }
    }
    for (const auto& device : m_multipath)
    {
        for (uint32_t i = 0; i < device->GetNPaths(); ++i)
        {
            add("path", device->IsPathUp(i) ? "UP" : "DOWN");
        }
    }
    for (const auto& files : m_fileSystems)
    {
        if (const auto state = files->GetJournalState())
        {
            add("journal", ExtentJournal::GetStateName(*state));
        }
    }
    for (const auto& client : m_clients)
    {
        add("file client", FileServiceClient::GetStateName(client->GetState()));
    }
    return states;
}

} // namespace ns3
