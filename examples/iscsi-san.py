# SPDX-License-Identifier: GPL-2.0-only
"""An iSCSI initiator, a path, a target with four disks: iscsi-san.cc in Python, fewer options."""

import argparse

from ns3_iscsi import connect, ns

POISSON = {"Arrivals": "Poisson", "Count": "1000", "ReadFraction": "0.67", "Alignment": "4096"}
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--trace", help="replay this file instead of 1,000 Poisson requests")
parser.add_argument("--output", default="out/iscsi-san-py", help="folder for results")
parser.add_argument("--RngRun", type=int, default=1, help="run number of the random streams (1)")


def create(kind, **attributes):
    result = ns.CreateObject[kind]()
    for name, v in attributes.items():
        result.SetAttribute(name, ns.StringValue(v) if isinstance(v, str) else ns.PointerValue(v))
    return result


def join(a, b, addresses, rate="1Gbps", delay="0s"):  # gives the address of the first
    link = ns.PointToPointHelper()
    link.SetDeviceAttribute("DataRate", ns.StringValue(rate))
    link.SetChannelAttribute("Delay", ns.StringValue(delay))
    link.SetQueue("ns3::DropTailQueue", "MaxSize", ns.StringValue("1000p"))
    devices = link.Install(a, b)
    address = addresses.Assign(devices).GetAddress(0)
    ns.TrafficControlHelper().Uninstall(devices)
    addresses.NewNetwork()
    return address


def run(o):
    ns.RngSeedManager.SetRun(o.RngRun)
    host, server, near, far = map(ns.NodeContainer(4).Get, range(4))
    internet = ns.InternetStackHelper()
    internet.SetIpv6StackInstall(False)
    internet.InstallAll()
    addresses = ns.Ipv4AddressHelper("10.0.0.0", "255.255.255.252")
    join(near, far, addresses, "100Mbps", "1ms")
    join(host, near, addresses)
    address = join(server, far, addresses)
    ns.Ipv4GlobalRoutingHelper.PopulateRoutingTables()
    units = create(ns.ScsiTaskRouter)
    for i in range(4):
        disk = create(ns.ScsiDisk, BlockDevice=create(ns.DiskDrive), Serial=f"0-{i}")
        units.AddLogicalUnit(i, disk)
    ns.IscsiTargetHelper("iqn.2026-11.org.nsnam:target-0").Install(server, units)
    loads = ns.BlockWorkloadHelper(f"ns3::{'Trace' if o.trace else 'Synthetic'}Workload")
    for name, value in ({"FileName": o.trace} if o.trace else POISSON).items():
        loads.SetAttribute(name, ns.StringValue(value))
    helper = ns.IscsiInitiatorHelper(address.ConvertTo(), "iqn.2026-11.org.nsnam:target-0")
    helper.SetAttribute("InitiatorName", ns.StringValue("iqn.2026-11.org.nsnam:initiator-0"))
    initiator = helper.Install(host)
    luns = [create(ns.ScsiBlockDevice, Port=initiator.GetPort(), Lun=str(i)) for i in range(4)]
    workload = loads.Install(host, luns).Get(0)
    workload.AssignStreams(0)
    recorder = create(ns.IoRecorder, FileName=f"{o.output}/requests.csv")
    recorder.Attach(workload.GetObject[ns.BlockWorkload]())
    drives = []
    connect(workload, "Complete", lambda request, drive: drives.append(drive))
    connect(workload, "Finished", lambda: initiator.GetSession().Logout())
    ns.Simulator.Run()
    recorder.Close()
    recorder.GetSummary().WriteJson(f"{o.output}/summary.json")
    ns.Simulator.Destroy()
    print("Requests of each drive:", *(drives.count(drive) for drive in range(4)))


try:
    run(parser.parse_args())
except ns.UserError as error:
    raise SystemExit(str(error)) from None
