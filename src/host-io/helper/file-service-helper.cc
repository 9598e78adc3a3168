/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-helper.h"

#include "ns3/attribute-check.h"
#include "ns3/boolean.h"
#include "ns3/file-service-server.h"
#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/user-error.h"

namespace ns3
{

FileServiceHelper::FileServiceHelper(const std::string& protocol)
{
    TypeId found;
    if (!TypeId::LookupByNameFailSafe("ns3::" + protocol + "Server", &found) ||
        !found.IsChildOf(FileServiceServer::GetTypeId()))
    {
        throw UserError("protocol '" + protocol + "' is not one of Nfs, Smb");
    }
    m_server.SetTypeId("ns3::" + protocol + "Server");
    m_client.SetTypeId("ns3::" + protocol + "Client");
}

void
FileServiceHelper::SetServerAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_server, name, value);
}

void
FileServiceHelper::SetClientAttribute(const std::string& name, const AttributeValue& value)
{
    SetCheckedAttribute(m_client, name, value);
}

void
FileServiceHelper::SetStoreData(bool store)
{
    SetServerAttribute("StoreData", BooleanValue(store));
    SetClientAttribute("StoreData", BooleanValue(store));
}

void
FileServiceHelper::SetDialect(const std::string& dialect)
{
    SetServerAttribute("Dialect", StringValue(dialect));
    SetClientAttribute("Dialect", StringValue(dialect));
}

ApplicationContainer
FileServiceHelper::InstallServer(Ptr<Node> node, Ptr<FileSystem> fileSystem)
{
    auto server = m_server.Create<FileServiceServer>();
    m_port = server->GetPort();
    server->SetFileSystem(fileSystem);
    node->AddApplication(server);
    return ApplicationContainer(server);
}

Ptr<FileServiceClient>
FileServiceHelper::CreateClient(Ptr<Node> node, const Address& server) const
{
    auto client = m_client.Create<FileServiceClient>();
    client->SetUp(node, server);
    return client;
}

Ptr<FileServiceClient>
FileServiceHelper::InstallClient(Ptr<Node> node, const Ipv4Address& server)
{
    const auto client = CreateClient(node, InetSocketAddress(server, m_port));
    // After the servers have started, which takes an event.
    Simulator::ScheduleWithContext(node->GetId(),
                                   NanoSeconds(1),
                                   &FileServiceClient::Mount,
                                   client);
    return client;
}

} // namespace ns3
