/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures time and memory of a large storage area network: gateways with a loop of drives each,
 * and initiators that read from all drives of one gateway. Prints one line of JSON.
 */

#include "resident-memory.h"

#include "ns3/block-workload-helper.h"
#include "ns3/block-workload.h"
#include "ns3/boolean.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/io-recorder.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/json-writer.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/storage-gateway-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"
#include "ns3/user-error.h"

#include <chrono>
#include <iostream>
#include <vector>

using namespace ns3;

namespace
{

/// What the command line says.
struct Options
{
    uint32_t gateways{8};    //!< gateways, each with a loop
    uint32_t drives{126};    //!< drives on each loop
    uint32_t initiators{64}; //!< initiators, dealt out to the gateways
    uint64_t count{1000};    //!< requests of each initiator
};

/// When the loads begin: everybody is logged in by then.
const Time LOAD_START = Seconds(2);

/**
 * @return seconds of wall time
 */
double
GetWallSeconds()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

/**
 * The whole network.
 */
class LargeSan
{
  public:
    /**
     * @param options how large it is
     */
    explicit LargeSan(const Options& options)
        : m_options(options)
    {
        m_san.SetLoops(1);
        // A loop has 126 addresses for drives if the gateway takes that of a switch.
        m_san.SetGatewayPortAttribute("Fabric", BooleanValue(true));
        m_link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        m_link.SetChannelAttribute("Delay", StringValue("100us"));
        for (uint32_t i = 0; i < options.gateways; ++i)
        {
            AddGateway(i);
        }
    }

    /**
     * @return what came of all requests
     */
    IoSummary GetSummary() const
    {
        return m_recorder->GetSummary();
    }

  private:
    /**
     * Add a gateway with its drives and initiators.
     *
     * @param index its number
     */
    void AddGateway(uint32_t index)
    {
        auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        const auto gateway = m_san.Install(node, 1, m_options.drives);
        for (uint32_t i = index; i < m_options.initiators; i += m_options.gateways)
        {
            auto host = CreateObject<Node>();
            InternetStackHelper().Install(host);
            const auto ends = m_link.Install(host, node);
            const auto address = m_addresses.Assign(ends).GetAddress(1);
            m_addresses.NewNetwork();
            TrafficControlHelper().Uninstall(ends);
            AddLoad(host, m_san.Connect(host, gateway, address), i);
        }
    }

    /**
     * Let an initiator read 4 KiB from random drives, four at a time.
     *
     * @param host the initiator's node
     * @param disks the drives
     * @param index its number
     */
    void AddLoad(Ptr<Node> host, const std::vector<Ptr<BlockDevice>>& disks, uint32_t index)
    {
        BlockWorkloadHelper loads("ns3::SyntheticWorkload");
        loads.SetAttribute("Count", UintegerValue(m_options.count));
        loads.SetAttribute("QueueDepth", UintegerValue(4));
        loads.SetAttribute("ReadFraction", StringValue("1"));
        loads.SetAttribute("RequestSize", StringValue("ns3::FixedRequestSize[Size=4096]"));
        const auto application = loads.Install(host, disks).Get(0);
        application->SetStartTime(LOAD_START);
        const auto workload = DynamicCast<BlockWorkload>(application);
        workload->AssignStreams(10 * index);
        m_recorder->Attach(workload);
    }

    Options m_options;                                            //!< how large it is
    StorageGatewayHelper m_san;                                   //!< makes gateways
    PointToPointHelper m_link;                                    //!< makes links
    Ipv4AddressHelper m_addresses{"10.0.0.0", "255.255.255.252"}; //!< makes addresses
    Ptr<IoRecorder> m_recorder{CreateObject<IoRecorder>()};       //!< of all loads
};

/**
 * @param options how large the network is
 * @return the exit status
 */
int
Measure(const Options& options)
{
    const double start = GetWallSeconds();
    LargeSan san(options);
    Simulator::Stop(LOAD_START);
    Simulator::Run();
    const double ready = GetWallSeconds();
    const auto idle = GetResidentKib();
    Simulator::Run();
    const double end = GetWallSeconds();
    const auto summary = san.GetSummary();
    JsonWriter json;
    json.BeginObject();
    json.Key("ports").Integer(options.gateways * (options.drives + 1));
    json.Key("requests").Integer(summary.GetRequests());
    json.Key("errors").Integer(summary.GetErrors());
    json.Key("setup_s").Significant(ready - start, 6);
    json.Key("run_s").Significant(end - ready, 6);
    json.Key("idle_resident_kb").Integer(idle);
    json.Key("resident_kb").Integer(GetResidentKib());
    json.EndObject();
    std::cout << json.GetText() << std::endl;
    Simulator::Destroy();
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    ProgramOptions list("large-san", "Measure time and memory of a large storage area network.");
    list.Add("gateways", "gateways, each with a loop", options.gateways, IntegerRule("1", "10000"));
    list.Add("drives", "drives on each loop", options.drives, IntegerRule("1", "126"));
    list.Add("initiators",
             "initiators, spread over the gateways",
             options.initiators,
             IntegerRule("1", "10000"));
    list.Add("count",
             "requests of each initiator",
             options.count,
             IntegerRule("1", "1000000000000", "requests"));
    return list.Run(argc, argv, [&options] { return Measure(options); });
}
