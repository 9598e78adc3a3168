# SPDX-License-Identifier: GPL-2.0-only
"""An iSCSI initiator, a path, a target with four disks: iscsi-san.cc in Python, fewer options."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from ns3_iscsi import connect, ns

TARGET, INITIATOR = (f"iqn.2026-11.org.nsnam:{end}-0" for end in ("target", "initiator"))
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--delay", default="1ms", help="one-way delay of the 100 Mb/s path (1ms)")
parser.add_argument("--rate", default="100", help="Poisson requests per second (100)")
parser.add_argument("--count", default="1000", help="Poisson requests (1000)")
parser.add_argument("--trace", help="replay this file instead of Poisson requests")
parser.add_argument("--output", type=Path, default="out/iscsi-san-py", help="folder for results")
parser.add_argument("--RngRun", type=int, default=1, help="run number of the random streams (1)")


def create(kind, **attributes):
    """Make an object; attributes are given as text or objects."""
    result = ns.CreateObject[kind]()
    for name, value in attributes.items():
        text = isinstance(value, str)
        result.SetAttribute(name, ns.StringValue(value) if text else ns.PointerValue(value))
    return result


def join(a, b, addresses, rate, delay):
    """Link two nodes and give the address of the first."""
    link = ns.PointToPointHelper()
    link.SetDeviceAttribute("DataRate", ns.StringValue(rate))
    link.SetChannelAttribute("Delay", ns.StringValue(delay))
    link.SetQueue("ns3::DropTailQueue", "MaxSize", ns.StringValue("1000p"))
    devices = link.Install(a, b)
    interfaces = addresses.Assign(devices)
    ns.TrafficControlHelper().Uninstall(devices)
    addresses.NewNetwork()
    return interfaces.GetAddress(0)


def run(o):
    o.output.mkdir(parents=True, exist_ok=True)
    ns.RngSeedManager.SetRun(o.RngRun)
    nodes = ns.NodeContainer(4)
    host, server, near, far = (nodes.Get(i) for i in range(4))
    ns.InternetStackHelper().InstallAll()
    addresses = ns.Ipv4AddressHelper("10.0.0.0", "255.255.255.252")
    join(near, far, addresses, "100Mbps", o.delay)
    join(host, near, addresses, "1Gbps", "0s")
    address = join(server, far, addresses, "1Gbps", "0s")
    ns.Ipv4GlobalRoutingHelper.PopulateRoutingTables()

    units = create(ns.ScsiTaskRouter)
    for lun in range(4):
        drive = create(ns.DiskDrive)
        units.AddLogicalUnit(lun, create(ns.ScsiDisk, BlockDevice=drive, Serial=f"0-{lun}"))
    ns.IscsiTargetHelper(TARGET).Install(server, units)
    helper = ns.IscsiInitiatorHelper(address.ConvertTo(), TARGET)
    helper.SetAttribute("InitiatorName", ns.StringValue(INITIATOR))
    initiator = helper.Install(host)
    luns = [create(ns.ScsiBlockDevice, Port=initiator.GetPort(), Lun=str(i)) for i in range(4)]

    load = {"Arrivals": "Poisson", "Rate": o.rate, "Count": o.count, "ReadFraction": "0.67"}
    load = {"FileName": o.trace} if o.trace else load | {"Alignment": "4096"}
    helper = ns.BlockWorkloadHelper("ns3::TraceWorkload" if o.trace else "ns3::SyntheticWorkload")
    for name, value in load.items():
        helper.SetAttribute(name, ns.StringValue(value))
    workload = helper.Install(host, luns).Get(0)
    recorder = create(ns.IoRecorder, FileName=f"{o.output}/requests.csv")
    recorder.Attach(workload.GetObject[ns.BlockWorkload]())
    served = Counter()
    connect(workload, "Complete", lambda request, drive: served.update([drive]))
    connect(workload, "Finished", lambda: initiator.GetSession().Logout())

    ns.Simulator.Run()
    recorder.Close()
    recorder.GetSummary().WriteJson(f"{o.output}/summary.json")
    ns.Simulator.Destroy()
    print("requests of each drive:", *(served[drive] for drive in range(4)))


try:
    run(parser.parse_args())
except ns.UserError as error:
    sys.exit(str(error))
