/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A program on a client whose files are on a server, by NFS or SMB, or on the server itself. Prints
// what the real program prints, and the calls by procedure as nfsstat does:
//
//     file-service-example --program=postmark --ns3::EthernetChannel::Delay=1ms
//     file-service-example --service=Smb --read --ns3::SmbClient::Multiplex=1 --pcap=smb.pcap

#include "ns3/block-io-module.h"
#include "ns3/core-module.h"
#include "ns3/ethernet-module.h"
#include "ns3/host-io-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/toolbox-module.h"

#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    std::string service{"Nfs"};       //!< protocol, or Local
    std::string dialect{"2.1"};       //!< of SMB
    std::string program{"dd"};        //!< which program
    bool read{false};                 //!< whether dd reads
    std::string fileSystem{"Memory"}; //!< the server's file system
    std::string pcap;                 //!< capture of the cable, empty for none
};

/**
 * @param kind Memory, or Extent for a page cache and a RAM disk
 * @return the file system of the server, mounted
 */
Ptr<FileSystem>
MakeFileSystem(const std::string& kind)
{
    if (kind == "Memory")
    {
        return CreateObject<MemoryFileSystem>();
    }
    const auto cache = CreateObject<PageCache>();
    cache->SetDevice(CreateObject<RamDisk>());
    const auto files = CreateObject<ExtentFileSystem>();
    files->SetCache(cache);
    const Callback<void, FileStatus> mounted([](FileStatus) {});
    files->Format(Callback<void, FileStatus>([=](FileStatus) { files->Mount(mounted); }));
    Simulator::Run();
    return files;
}

/**
 * Run a program to its end.
 *
 * @param programs makes it
 * @param node where it runs
 * @param files its file system
 * @return the program
 */
Ptr<FileProgram>
RunProgram(const ObjectFactory& programs, Ptr<Node> node, Ptr<FileSystem> files)
{
    const auto program = programs.Create<FileProgram>();
    program->AddFileSystem(files);
    program->AssignStreams(1);
    program->CheckConfiguration();
    node->AddApplication(program);
    Simulator::Run();
    return program;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options("file-service-example", "A program whose files are on a server.");
    const auto services = WordRule({"Nfs", "Smb", "Local"});
    options.Add("service", "Protocol; Local for a program on the server", o.service, services);
    options.Add("dialect", "Of SMB", o.dialect, WordRule({"2.1", "NT LM 0.12"}), "service=Smb");
    const ProgramOptions::Words kinds{{"copy", "ns3::CopyProgram"},
                                      {"dd", "ns3::DdProgram"},
                                      {"postmark", "ns3::PostmarkProgram"}};
    options.AddWord("program", "Program on the client", o.program, kinds);
    options.AddSwitch("read", "dd reads a file and does not write one", o.read, "program=dd");
    options.Add("fileSystem", "Of the server", o.fileSystem, WordRule({"Memory", "Extent"}));
    options.Add("pcap", "File for a capture", o.pcap, TextRule("a.pcap"), "service=Nfs|Smb");
    // The command line may change these.
    Config::SetDefault("ns3::DdProgram::BlockSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::DdProgram::Count", UintegerValue(64));
    Config::SetDefault("ns3::DdProgram::Conv", StringValue("fsync"));
    Config::SetDefault("ns3::DdProgram::OutputFile", StringValue("file"));
    Config::SetDefault("ns3::EthernetChannel::Delay", TimeValue(MicroSeconds(100)));
    Config::SetDefault("ns3::NfsClient::ReadSize", UintegerValue(65536));
    Config::SetDefault("ns3::NfsClient::WriteSize", UintegerValue(65536));
    Config::SetDefault("ns3::SmbClient::Multiplex", UintegerValue(16));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(4 << 20));
    return options.Run(argc, argv, [&] {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(!o.pcap.empty()));
        const NodeContainer nodes(2);
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(nodes);
        const auto devices = EthernetHelper().Install(nodes);
        const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        DeviceCapture capture(o.pcap, devices.Get(0));
        const auto files = MakeFileSystem(o.fileSystem);
        Ptr<FileServiceClient> client;
        if (o.service != "Local")
        {
            FileServiceHelper helper(o.service);
            if (o.service == "Smb")
            {
                helper.SetDialect(o.dialect);
            }
            helper.InstallServer(nodes.Get(1), files);
            client = helper.InstallClient(nodes.Get(0), addresses.GetAddress(1));
        }
        ObjectFactory programs(options.GetMeaning("program"));
        if (o.read)
        {
            RunProgram(programs, nodes.Get(1), files);
            programs.Set("OutputFile", StringValue(""), "Conv", StringValue(""));
            programs.Set("InputFile", StringValue("file"));
        }
        const auto program = client ? RunProgram(programs, nodes.Get(0), client)
                                    : RunProgram(programs, nodes.Get(1), files);
        program->PrintReport(std::cout);
        if (client)
        {
            const auto server = DynamicCast<FileServiceServer>(nodes.Get(1)->GetApplication(0));
            std::cout << "\nClient:\n" << client->GetCounters();
            std::cout << "\nServer:\n" << server->GetCounters();
            client->Dispose();
        }
        Simulator::Destroy();
        capture.Commit();
        return program->IsFinished() && program->GetErrors().empty() ? 0 : 1;
    });
}
