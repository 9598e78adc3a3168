/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * A program on a client whose files are on a server, by NFS or SMB, or on the server itself. It
 * prints what the real program prints, and the calls by procedure as nfsstat does:
 *
 *     file-service-example --service=Nfs --program=postmark --delay=1ms
 *     file-service-example --service=Smb --program=dd --read --outstanding=1 --pcap=smb.pcap
 *     file-service-example --service=Smb --dialect="NT LM 0.12" --outstanding=1
 *     file-service-example --service=Local --program=copy --fileSystem=Extent
 */

#include "ns3/boolean.h"
#include "ns3/capture-file.h"
#include "ns3/config.h"
#include "ns3/copy-program.h"
#include "ns3/data-rate.h"
#include "ns3/dd-program.h"
#include "ns3/ethernet-helper.h"
#include "ns3/extent-file-system.h"
#include "ns3/file-program.h"
#include "ns3/file-service-client.h"
#include "ns3/file-service-helper.h"
#include "ns3/file-service-server.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/memory-file-system.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/page-cache.h"
#include "ns3/postmark-program.h"
#include "ns3/program-options.h"
#include "ns3/ram-disk.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>

using namespace ns3;

namespace
{

/// Attributes as text, by name.
using Attributes = std::map<std::string, std::string>;

/// What the command line says.
struct Options
{
    std::string service{"Nfs"};       //!< protocol, or Local
    std::string dialect{"2.1"};       //!< of SMB
    std::string program{"dd"};        //!< which program
    bool read{false};                 //!< whether dd reads
    std::string fileSystem{"Memory"}; //!< the server's file system
    Attributes device;                //!< attributes of the RAM disk below it
    DataRate rate{"1Gbps"};           //!< of the cable
    Time delay{MicroSeconds(100)};    //!< of the cable
    uint32_t requestSize{0};          //!< most bytes of a read or write, 0 for the protocol's own
    uint32_t outstanding{16};         //!< most requests without a reply
    std::string pcap;                 //!< capture of the cable, or empty
};

/// Length of a segment: 1500 bytes less the headers of IP and of TCP with timestamps.
constexpr uint32_t SEGMENT = 1448;

/// Buffers of TCP: more than any path of the options holds at usual rates.
constexpr uint32_t TCP_BUFFER = 4 << 20;

/// Most bytes of a read or write of NFS, unless the user says otherwise.
constexpr uint32_t NFS_REQUEST_SIZE = 65536;

/// The file that dd reads or writes.
const std::string FILE_NAME = "file";

/**
 * @tparam T a class
 * @param type its name, or that of a class that inherits from it
 * @param attributes attributes
 * @return an object with these attributes
 */
template <typename T>
Ptr<T>
Make(const std::string& type, const Attributes& attributes)
{
    ObjectFactory factory(type);
    for (const auto& [name, value] : attributes)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<T>();
}

/// Writes the frames of a cable to a file.
class Capture
{
  public:
    /**
     * @param fileName the file
     * @param device an end of the cable
     * @throw UserError if the file cannot be created
     */
    Capture(const std::string& fileName, Ptr<NetDevice> device)
        : m_file(fileName, ETHERNET, CaptureFile::Resolution::NANOSECONDS)
    {
        device->TraceConnectWithoutContext("PromiscSniffer", MakeCallback(&Capture::Write, this));
    }

    /// Give the file its name.
    void Commit()
    {
        m_file.Commit();
    }

  private:
    /// LINKTYPE_ETHERNET of the pcap format.
    static constexpr uint32_t ETHERNET = 1;

    /**
     * @param packet a frame
     */
    void Write(Ptr<const Packet> packet)
    {
        m_file.Write(Simulator::Now(), packet);
    }

    CaptureFile m_file; //!< the file
};

/// A client, a server and the cable between them.
class FileService
{
  public:
    /**
     * @param options what the user chose
     */
    explicit FileService(const Options& options);

    /**
     * Run a program on the server's file system, until it has ended.
     *
     * @param program the program, which has no file system
     */
    void RunAtServer(Ptr<FileProgram> program);

    /**
     * Run a program on the client, until it has ended.
     *
     * @param program the program, which has no file system
     */
    void RunAtClient(Ptr<FileProgram> program);

    /// Print the calls by procedure, and complete the capture.
    void End();

  private:
    /// Make the server's file system, formatted and mounted.
    void MakeFileSystem();

    /**
     * Join client and server with a cable.
     *
     * @return address of the server
     */
    Ipv4Address Connect();

    /**
     * Put the server and the client of the protocol on their nodes.
     *
     * @param server address of the server
     */
    void Install(Ipv4Address server);

    /**
     * @return installs clients and servers of the protocol, as the options say
     */
    FileServiceHelper MakeHelper() const;

    /**
     * Run a program until it has ended.
     *
     * @param program the program
     * @param node where it runs
     * @param fileSystem its file system
     */
    static void Run(Ptr<FileProgram> program, Ptr<Node> node, Ptr<FileSystem> fileSystem);

    const Options& m_options;           //!< what the user chose
    NodeContainer m_nodes;              //!< client and server
    Ptr<FileSystem> m_files;            //!< the server's file system
    Ptr<FileServiceServer> m_server;    //!< the server, null for none
    Ptr<FileServiceClient> m_client;    //!< the client, null for none
    std::unique_ptr<Capture> m_capture; //!< the capture, null for none
};

FileService::FileService(const Options& options)
    : m_options(options),
      m_nodes(2)
{
    const bool isRemote = options.service != "Local";
    const auto server = isRemote ? Connect() : Ipv4Address();
    MakeFileSystem();
    if (isRemote)
    {
        Install(server);
    }
}

void
FileService::MakeFileSystem()
{
    if (m_options.fileSystem == "Memory")
    {
        m_files = CreateObject<MemoryFileSystem>();
        return;
    }
    const auto cache = CreateObject<PageCache>();
    cache->SetDevice(Make<RamDisk>("ns3::RamDisk", m_options.device));
    const auto fileSystem = CreateObject<ExtentFileSystem>();
    fileSystem->SetCache(cache);
    const Callback<void, FileStatus> mounted([](FileStatus) {});
    fileSystem->Format(Callback<void, FileStatus>(
        [fileSystem, mounted](FileStatus) { fileSystem->Mount(mounted); }));
    m_files = fileSystem;
    Simulator::Run();
}

FileServiceHelper
FileService::MakeHelper() const
{
    FileServiceHelper helper(m_options.service);
    const bool isSmb = m_options.service == "Smb";
    const auto ownSize = isSmb ? 0 : NFS_REQUEST_SIZE;
    const UintegerValue bytes(m_options.requestSize == 0 ? ownSize : m_options.requestSize);
    helper.SetClientAttribute("ReadSize", bytes);
    helper.SetClientAttribute("WriteSize", bytes);
    if (isSmb)
    {
        helper.SetDialect(m_options.dialect);
        helper.SetClientAttribute("Multiplex", UintegerValue(m_options.outstanding));
        return helper;
    }
    // One call for the reader, the others ahead of it.
    helper.SetClientAttribute("ReadAhead", UintegerValue(m_options.outstanding - 1));
    helper.SetClientAttribute("SlotTableEntries", UintegerValue(m_options.outstanding));
    return helper;
}

Ipv4Address
FileService::Connect()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(SEGMENT));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(TCP_BUFFER));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(TCP_BUFFER));
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(!m_options.pcap.empty()));
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
    EthernetHelper cable;
    cable.SetDeviceAttribute("DataRate", DataRateValue(m_options.rate));
    cable.SetChannelAttribute("Delay", TimeValue(m_options.delay));
    const auto devices = cable.Install(m_nodes);
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    if (!m_options.pcap.empty())
    {
        m_capture = std::make_unique<Capture>(m_options.pcap, devices.Get(0));
    }
    return interfaces.GetAddress(1);
}

void
FileService::Install(Ipv4Address server)
{
    auto helper = MakeHelper();
    const auto servers = helper.InstallServer(m_nodes.Get(1), m_files);
    m_server = DynamicCast<FileServiceServer>(servers.Get(0));
    m_client = helper.InstallClient(m_nodes.Get(0), server);
}

void
FileService::Run(Ptr<FileProgram> program, Ptr<Node> node, Ptr<FileSystem> fileSystem)
{
    program->AddFileSystem(fileSystem);
    program->AssignStreams(1);
    program->CheckConfiguration();
    node->AddApplication(program);
    Simulator::Run();
}

void
FileService::RunAtServer(Ptr<FileProgram> program)
{
    Run(program, m_nodes.Get(1), m_files);
}

void
FileService::RunAtClient(Ptr<FileProgram> program)
{
    if (!m_client)
    {
        RunAtServer(program);
        return;
    }
    Run(program, m_nodes.Get(0), m_client);
}

void
FileService::End()
{
    if (m_client)
    {
        std::cout << "\nClient:\n" << m_client->GetCounters();
        std::cout << "\nServer:\n" << m_server->GetCounters();
        m_client->Dispose();
    }
    Simulator::Destroy();
    if (m_capture)
    {
        m_capture->Commit();
    }
}

/**
 * @param options what the user chose
 * @throw UserError if it contradicts itself
 */
void
Check(const Options& options)
{
    if (options.read && options.program != "dd")
    {
        throw UserError("read: it is for --program=dd only");
    }
    if (options.dialect != "2.1" && options.service != "Smb")
    {
        throw UserError("dialect: it is for --service=Smb only");
    }
    if (options.requestSize > 0 && options.requestSize < 4096)
    {
        throw UserError("requestSize: " + std::to_string(options.requestSize) +
                        " is neither 0 nor at least 4096 bytes");
    }
    if (!options.pcap.empty() && options.service == "Local")
    {
        throw UserError("pcap: with --service=Local there is no cable to capture");
    }
}

/**
 * @param options what the user chose
 * @param type class of the program
 * @param attributes its attributes
 * @return 0 if the program met no error, else 1
 */
int
RunExample(const Options& options, const std::string& type, Attributes attributes)
{
    Check(options);
    FileService service(options);
    if (options.program == "dd")
    {
        attributes["OutputFile"] = FILE_NAME;
        attributes["Conv"] = "fsync";
    }
    if (options.read)
    {
        service.RunAtServer(Make<FileProgram>(type, attributes));
        attributes["OutputFile"] = "";
        attributes["Conv"] = "";
        attributes["InputFile"] = FILE_NAME;
    }
    const auto program = Make<FileProgram>(type, attributes);
    service.RunAtClient(program);
    program->PrintReport(std::cout);
    const bool failed = !program->IsFinished() || !program->GetErrors().empty();
    service.End();
    return failed ? 1 : 0;
}

/**
 * @param list where to add what a program can do
 */
void
AddProgramOptions(ProgramOptions& list)
{
    list.AddAttribute(DdProgram::GetTypeId(), "BlockSize", {.unit = "bytes", .example = "131072"});
    list.AddAttribute(DdProgram::GetTypeId(), "Count", {.unit = "blocks", .example = "1024"});
    list.AddAttribute(PostmarkProgram::GetTypeId(), "Number", {});
    list.AddAttribute(PostmarkProgram::GetTypeId(), "Transactions", {});
    list.AddAttribute(CopyProgram::GetTypeId(), "Directories", {});
    list.AddAttribute(CopyProgram::GetTypeId(), "FilesPerDirectory", {});
    list.AddAttribute(RamDisk::GetTypeId(),
                      "Latency",
                      {.name = "ramLatency", .help = "RAM disk: service time of each request"});
    list.AddAttribute(RamDisk::GetTypeId(),
                      "Bandwidth",
                      {.name = "ramBandwidth",
                       .help = "RAM disk: rate of its channel; 0 for unlimited",
                       .example = "1Gbps"});
}

} // namespace

int
main(int argc, char* argv[])
{
    Config::SetDefault("ns3::DdProgram::BlockSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::DdProgram::Count", UintegerValue(64));
    Options chosen;
    ProgramOptions options("file-service-example",
                           "A program whose files are on a server, by NFS or SMB.");
    options.AddWord("service",
                    "Protocol between client and server; Local runs the program on the server",
                    chosen.service,
                    {{"Nfs", "Nfs"}, {"Smb", "Smb"}, {"Local", "Local"}});
    options.AddWord("dialect",
                    "Dialect of SMB; NT LM 0.12 is known as SMB1 or CIFS",
                    chosen.dialect,
                    {{"2.1", "2.1"}, {"NT LM 0.12", "NT LM 0.12"}});
    options.AddWord("program",
                    "Program on the client",
                    chosen.program,
                    {{"copy", "ns3::CopyProgram"},
                     {"dd", "ns3::DdProgram"},
                     {"postmark", "ns3::PostmarkProgram"}});
    options.AddSwitch("read", "dd reads a file of the server and does not write one", chosen.read);
    AddProgramOptions(options);
    options.AddWord("fileSystem",
                    "The server's file system: in memory, or on a page cache and a RAM disk",
                    chosen.fileSystem,
                    {{"Memory", "Memory"}, {"Extent", "Extent"}});
    options.Add("rate", "Rate of the cable", chosen.rate, RateRule());
    options.Add("delay", "Delay of the cable", chosen.delay, TimeRule());
    options.Add(
        "requestSize",
        "Most bytes of a read or write on the wire (rsize and wsize of NFS), 4096 or more; 0 "
        "for 65536, with NT LM 0.12 61440",
        chosen.requestSize,
        IntegerRule("0", "1048576", "bytes", "65536"));
    options.Add("outstanding",
                "Most requests without a reply: of the client with NFS, for each file with SMB",
                chosen.outstanding,
                IntegerRule("1", "256", "requests"));
    options.Add("pcap",
                "Write a capture of the cable to this file",
                chosen.pcap,
                TextRule("nfs.pcap"));
    return options.Run(argc, argv, [&] {
        const auto type = options.GetMeaning("program");
        chosen.device = {{"Latency", options.GetValue("ramLatency")},
                         {"Bandwidth", options.GetValue("ramBandwidth")}};
        return RunExample(chosen, type, options.GetAttributes(TypeId::LookupByName(type)));
    });
}
