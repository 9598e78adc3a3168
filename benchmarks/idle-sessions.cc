/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 *
 * Measures the memory of logged-in iSCSI sessions between two hosts: both ends, their TCP sockets
 * and applications. Prints one line of JSON.
 */

#include "resident-memory.h"

#include "ns3/address.h"
#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/iscsi-initiator-helper.h"
#include "ns3/iscsi-initiator.h"
#include "ns3/iscsi-target-helper.h"
#include "ns3/iscsi-target.h"
#include "ns3/json-writer.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/program-options.h"
#include "ns3/scsi-task-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/user-error.h"

#include <iostream>
#include <sstream>

using namespace ns3;

namespace
{

/**
 * @param sessions number of sessions
 * @return the exit status
 */
int
Measure(uint32_t sessions)
{
    NodeContainer hosts(2);
    InternetStackHelper().Install(hosts);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    link.SetChannelAttribute("Delay", StringValue("500us"));
    const auto devices = link.Install(hosts);
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.0.0").Assign(devices);
    TrafficControlHelper().Uninstall(devices);

    const std::string name = "iqn.2026-11.org.nsnam:target";
    const auto target =
        IscsiTargetHelper(name).Install(hosts.Get(1), CreateObject<ScsiTaskRouter>());
    for (uint32_t i = 0; i < sessions; ++i)
    {
        IscsiInitiatorHelper helper(interfaces.GetAddress(1), name);
        std::ostringstream initiator;
        initiator << "iqn.2026-11.org.nsnam:initiator-" << i;
        helper.SetAttribute("InitiatorName", StringValue(initiator.str()));
        helper.Install(hosts.Get(0))->SetStartTime(MilliSeconds(i));
    }
    Simulator::Stop(MilliSeconds(sessions) + Seconds(2));
    Simulator::Run();
    if (target->GetSessionCount() != sessions)
    {
        throw UserError("only " + std::to_string(target->GetSessionCount()) + " of " +
                        std::to_string(sessions) + " sessions are logged in");
    }
    JsonWriter json;
    json.BeginObject();
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
    uint32_t sessions = 1000;
    ProgramOptions options(
        "idle-sessions",
        "Measure the resident memory of a process with logged-in, idle sessions.");
    // Each takes one of TCP's ephemeral ports.
    options.Add("sessions", "number of sessions", sessions, IntegerRule("1", "16000"));
    return options.Run(argc, argv, [&sessions] { return Measure(sessions); });
}
