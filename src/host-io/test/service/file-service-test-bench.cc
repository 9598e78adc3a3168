/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "file-service-test-bench.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

namespace ns3
{

FileServiceTestBench::FileServiceTestBench(const std::string& protocol, bool storeData)
    : helper(protocol == "Smb1" ? "Smb" : protocol),
      files(CreateObject<MemoryFileSystem>())
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(8 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(8 << 20));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(4000));
    nodes.Create(3);
    files->SetAttribute("StoreData", BooleanValue(storeData));
    helper.SetStoreData(storeData);
    if (protocol == "Smb1")
    {
        helper.SetDialect("NT LM 0.12");
    }
    if (protocol == "Nfs")
    {
        helper.SetClientAttribute("CacheMemory", UintegerValue(0));
    }
}

FileServiceTestBench::~FileServiceTestBench()
{
    for (const auto& client : clients)
    {
        client->Dispose();
    }
    Simulator::Destroy();
    Config::Reset();
}

void
FileServiceTestBench::Start()
{
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    server = DynamicCast<FileServiceServer>(helper.InstallServer(nodes.Get(0), files).Get(0));
    for (uint32_t i = 1; i <= 2; ++i)
    {
        const auto devices = link.Install(nodes.Get(0), nodes.Get(i));
        Ipv4AddressHelper addresses(("10.0." + std::to_string(i) + ".0").c_str(), "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        TrafficControlHelper().Uninstall(devices);
        if (i == 1 && !captureName.empty())
        {
            link.EnablePcap(captureName, devices.Get(0), false, true);
        }
        clients.push_back(helper.InstallClient(nodes.Get(i), interfaces.GetAddress(0)));
    }
    uint32_t left = clients.size();
    for (const auto& client : clients)
    {
        client->CallWhenReady(Callback<void>([&left]() {
            if (--left == 0)
            {
                Simulator::Stop();
            }
        }));
    }
    Simulator::Run();
}

uint64_t
FileServiceTestBench::GetCalls(Ptr<FileServiceClient> client, const std::string& procedure)
{
    return client->GetCounters().Get(procedure).calls;
}

Ptr<FileRequest>
FileServiceTestBench::Run(Ptr<FileSystem> fileSystem, Ptr<FileRequest> request)
{
    RunAll(fileSystem, {request});
    return request;
}

void
FileServiceTestBench::RunAll(Ptr<FileSystem> fileSystem,
                             const std::vector<Ptr<FileRequest>>& requests)
{
    auto left = requests.size();
    for (const auto& request : requests)
    {
        request->status = FileStatus::BAD_HANDLE;
        request->completion =
            Callback<void, Ptr<FileRequest>>([&left](Ptr<FileRequest> /* request */) {
                if (--left == 0)
                {
                    Simulator::Stop();
                }
            });
        Simulator::ScheduleNow([fileSystem, request]() {
            request->status = FileStatus::OK;
            fileSystem->Submit(request);
        });
    }
    auto guard = Simulator::Schedule(Hours(1), []() { Simulator::Stop(); });
    Simulator::Run();
    Simulator::Remove(guard);
}

Ptr<FileRequest>
FileServiceTestBench::Make(FileOperation operation, const std::string& path)
{
    auto request = Create<FileRequest>(operation);
    request->path = path;
    return request;
}

Ptr<FileRequest>
FileServiceTestBench::MakeCreate(const std::string& path)
{
    auto request = Make(FileOperation::OPEN, path);
    request->flags.create = true;
    return request;
}

Ptr<FileRequest>
FileServiceTestBench::Make(FileOperation operation,
                           FileHandle handle,
                           uint64_t offset,
                           uint64_t bytes)
{
    auto request = Create<FileRequest>(operation);
    request->handle = handle;
    request->offset = offset;
    request->bytes = bytes;
    return request;
}

void
FileServiceTestBench::MakeFile(const std::string& path, uint64_t bytes)
{
    const auto handle = Run(files, MakeCreate(path))->handle;
    Run(files, Make(FileOperation::WRITE, handle, 0, bytes));
    Run(files, Make(FileOperation::CLOSE, handle));
}

void
FileServiceTestBench::BreakConnection(uint32_t client)
{
    const std::string net = "10.0." + std::to_string(client + 1) + ".";
    const Ipv4Address here((net + "1").c_str());
    const Ipv4Address there((net + "2").c_str());
    TcpHeader toClient;
    toClient.SetFlags(TcpHeader::RST);
    toClient.SetSourcePort(server->GetPort());
    toClient.SetDestinationPort(49153);
    auto toServer = toClient;
    toServer.SetSourcePort(49153);
    toServer.SetDestinationPort(server->GetPort());
    nodes.Get(0)->GetObject<TcpL4Protocol>()->SendPacket(Create<Packet>(), toClient, here, there);
    nodes.Get(client + 1)
        ->GetObject<TcpL4Protocol>()
        ->SendPacket(Create<Packet>(), toServer, there, here);
}

std::string
FileServiceTestBench::GetContents(Ptr<const Packet> packet)
{
    std::string contents(packet ? packet->GetSize() : 0, '\0');
    if (packet)
    {
        packet->CopyData(reinterpret_cast<uint8_t*>(contents.data()), contents.size());
    }
    return contents;
}

} // namespace ns3
