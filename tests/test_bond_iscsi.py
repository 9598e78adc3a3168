# SPDX-License-Identifier: GPL-2.0-only
"""iSCSI over bonded links in Python: a cable is pulled, no request is lost, captures decode."""

import shutil
import subprocess
from types import SimpleNamespace

import pytest

#: What Simulator::Schedule needs of C++.
PULL = """
namespace bond_tests
{
void PullCable(ns3::Ptr<ns3::EthernetNetDevice> port, double pull, double putBack)
{
    auto cable = ns3::DynamicCast<ns3::EthernetChannel>(port->GetChannel());
    ns3::Simulator::Schedule(ns3::Seconds(pull), &ns3::EthernetChannel::Disconnect, cable);
    ns3::Simulator::Schedule(ns3::Seconds(putBack), &ns3::EthernetChannel::Reconnect, cable);
}
}
"""

NAME = "iqn.2026-11.com.example:disk"
REQUESTS = 3000


def bond_hosts(ns, hosts):
    """Join two hosts with two cables, with LACP; give the bonds and what makes cables."""
    cable = ns.EthernetHelper()
    cable.SetDeviceAttribute("DataRate", ns.StringValue("100Mbps"))
    helper = ns.BondHelper()
    helper.SetAttribute("Mode", ns.StringValue("802.3ad"))
    helper.SetAttribute("TransmitHashPolicy", ns.StringValue("layer3+4"))
    helper.SetAttribute("LacpFast", ns.BooleanValue(True))
    devices = helper.Install(hosts.Get(0), hosts.Get(1), 2, cable)
    return devices, cable


def install_session(ns, hosts, address):
    """Let the first host read and write a RAM disk of the second over four connections."""
    disk = ns.CreateObject[ns.ScsiDisk]()
    disk.SetBlockDevice(ns.CreateObject[ns.RamDisk]())
    units = ns.CreateObject[ns.ScsiTaskRouter]()
    units.AddLogicalUnit(0, disk)
    target = ns.IscsiTargetHelper(NAME)
    target.SetAttribute("MaxConnections", ns.UintegerValue(4))
    target.Install(hosts.Get(1), units)
    helper = ns.IscsiInitiatorHelper(address.ConvertTo(), NAME)
    helper.SetAttribute("Connections", ns.UintegerValue(4))
    helper.SetAttribute("StartTime", ns.TimeValue(ns.Seconds(4)))
    initiator = helper.Install(hosts.Get(0))
    remote = ns.CreateObject[ns.ScsiBlockDevice]()
    remote.SetPort(initiator.GetPort())
    return remote


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """Run the scenario: give its folder, the requests, and when the links were used and left."""
    from ns3_iscsi import connect, ns

    folder = tmp_path_factory.mktemp("bond")
    ns.cppyy.cppdef(PULL)
    hosts = ns.NodeContainer(2)
    devices, cable = bond_hosts(ns, hosts)
    ns.InternetStackHelper().Install(hosts)
    addresses = ns.Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices)
    remote = install_session(ns, hosts, addresses.GetAddress(1))
    workloads = ns.BlockWorkloadHelper("ns3::SyntheticWorkload")
    workloads.SetAttribute("QueueDepth", ns.UintegerValue(16))
    workloads.SetAttribute("Count", ns.UintegerValue(REQUESTS))
    workload = workloads.Install(hosts.Get(0), [remote]).Get(0).GetObject[ns.BlockWorkload]()
    recorder = ns.CreateObject[ns.IoRecorder]()
    recorder.Attach(workload)
    bond = devices.Get(0).GetObject[ns.BondNetDevice]()
    for link in range(2):
        cable.EnablePcap(str(folder / f"link{link}.pcap"), bond.GetLink(link), False, True)
    changes = []
    connect(bond, "Link", lambda link, used: changes.append((link, used)))
    ns.cppyy.gbl.bond_tests.PullCable(bond.GetLink(0), 4.5, 5.5)
    ns.Simulator.Stop(ns.Seconds(60))
    ns.Simulator.Run()
    recorder.Close()
    summary = recorder.GetSummary().ToJson()
    ns.Simulator.Destroy()
    return SimpleNamespace(folder=folder, changes=changes, summary=str(summary))


def test_no_request_is_lost(result):
    import json

    summary = json.loads(result.summary)
    assert (summary["requests"], summary["errors"]) == (REQUESTS, 0)


def test_links_are_left_and_used(result):
    assert result.changes == [(0, True), (1, True), (0, False), (0, True)]


def fields_of(capture, display, *names):
    """Give what tshark says of the packets of a capture that a filter lets pass."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed (Debian package tshark)")
    options = [word for name in names for word in ("-e", name)]
    command = ["tshark", "-r", str(capture), "-Y", display, "-T", "fields", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=240)
    return [line.split("\t") for line in done.stdout.splitlines()]


@pytest.mark.parametrize("link", [0, 1])
def test_captures_decode(result, link):
    capture = result.folder / f"link{link}.pcap"
    assert fields_of(capture, "_ws.malformed", "frame.number") == []
    assert len(fields_of(capture, "iscsi", "frame.number")) > 100


#: Fields of an LACPDU that are the same in all of a port, and what they are.
CONSTANT = {
    "eth.dst": "01:80:c2:00:00:02",
    "eth.type": "0x8809",
    "frame.len": "124",
    "slow.subtype": "0x01",
    "lacp.version": "0x01",
    "lacp.actor.sys_priority": "65535",
    "lacp.actor.key": "1",
    "lacp.actor.port_priority": "255",
    "lacp.collector.max_delay": "0",
}


@pytest.mark.parametrize("link", [0, 1])
def test_lacpdus_say_what_they_should(result, link):
    """Who sends them, whom they know, and the states on the way to using the link."""
    names = (
        *CONSTANT,
        *("eth.src", "lacp.actor.sysid", "lacp.actor.port", "lacp.actor.state"),
        *("lacp.partner.sysid", "lacp.partner.port", "lacp.partner.state"),
    )
    rows = fields_of(result.folder / f"link{link}.pcap", "lacp", *names)
    pdus = [dict(zip(names, row, strict=True)) for row in rows]
    for pdu in pdus:
        assert {name: pdu[name] for name in CONSTANT} == CONSTANT
        assert pdu["lacp.actor.port"] == str(link + 1)
    systems = {pdu["lacp.actor.sysid"] for pdu in pdus}
    assert len(systems) == 2
    for system in systems:
        own = [pdu for pdu in pdus if pdu["lacp.actor.sysid"] == system]
        # Each port has an address of its own; a bond has that of its first port.
        assert {pdu["eth.src"] == system for pdu in own} == {link == 0}
        states = [int(pdu["lacp.actor.state"], 16) for pdu in own]
        # Active, short timeout and aggregation; expired and defaulted; in sync, then collecting.
        assert states[0] == 0xC7
        assert states.index(0x0F) < states.index(0x1F) < states.index(0x3F)
        last = own[-1]
        assert states[-1] == 0x3F
        assert last["lacp.partner.sysid"] in systems - {system}
        assert (last["lacp.partner.port"], last["lacp.partner.state"]) == (str(link + 1), "0x3f")
