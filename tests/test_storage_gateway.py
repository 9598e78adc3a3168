# SPDX-License-Identifier: GPL-2.0-only
"""The gateway's example, and a gateway built from Python."""

import csv
import json
import re
import subprocess
from decimal import Decimal

import pytest
from ns3_iscsi.build_info import program

ROW = re.compile(r"^ *([14]) +(read|write) +(\d+) +(\d+) +([\d.]+)((?: +[\d.]+)+)$", re.MULTILINE)


def run(*options, cwd, check=True):
    command = [str(program("gateway-example")), "--count=40", *options]
    return subprocess.run(command, capture_output=True, text=True, check=check, cwd=cwd)


def rows(output):
    """Give latency in ms by outstanding requests, operation and bytes; no request may fail."""
    found = ROW.findall(output)
    assert [int(row[3]) for row in found] == [0] * 16
    return {(int(row[0]), row[1], int(row[2])): float(row[4]) for row in found}


def test_table(tmp_path):
    """Disk drives: reads seek, more data take longer, four at a time wait for each other."""
    done = run(cwd=tmp_path)
    latency = rows(done.stdout)
    for outstanding in (1, 4):
        for operation in ("read", "write"):
            by_size = [latency[outstanding, operation, size << 10] for size in (1, 4, 16, 64)]
            assert by_size == sorted(by_size)
    for size in (1, 4, 16, 64):
        for operation in ("read", "write"):
            one, four = (latency[outstanding, operation, size << 10] for outstanding in (1, 4))
            assert one < four
    # 2 ms of round trip, a seek and half a revolution of 5.97 ms.
    assert 2 + 3 + 2 < latency[1, "read", 1024] < 2 + 9 + 4
    assert run(cwd=tmp_path).stdout == done.stdout


@pytest.mark.parametrize("mode", ["CutThrough", "StoreAndForward"])
@pytest.mark.parametrize("buffer", ["67108864", "2112"])
@pytest.mark.parametrize("loops", ["0", "1"])
def test_stages_add_up(tmp_path, mode, buffer, loops):
    """Of every request, to the nanosecond, and none is negative."""
    options = [f"--transferMode={mode}", f"--bufferSize={buffer}", f"--loops={loops}"]
    run(*options, f"--output={tmp_path}", cwd=tmp_path)
    files = sorted(tmp_path.glob("*.csv"))
    assert len(files) == 16
    for file in files:
        with file.open() as lines:
            requests = list(csv.DictReader(lines))
        assert len(requests) == 40
        for request in requests:
            names = [name for name in request if name.endswith("_s") and name != "time_s"]
            latency, *stages = (Decimal(request[name]) for name in names)
            assert names[0] == "latency_s"
            assert sum(stages) == latency
            assert min(stages) >= 0
            on_loop = [Decimal(request[name]) for name in ("loop_won_s", "back_on_loop_s")]
            assert (min(on_loop) > 0) == (loops == "1" and request["operation"] == "R")


def test_latency_of_a_read_by_hand(tmp_path):
    """A RAM disk without latency: link and wire sizes give every stage."""
    options = [
        "--loops=0",
        "--drive=ns3::RamDisk",
        "--drives=1",
        "--backEndDelay=0s",
        f"--output={tmp_path}",
    ]
    run(*options, cwd=tmp_path)
    with (tmp_path / "read-1024-1.csv").open() as lines:
        requests = list(csv.DictReader(lines))
    # 54 bytes of PPP, IP, TCP and timestamps in front of 48 and of 48 + 1024; 80 ns a byte, 1 ms.
    there = Decimal("0.001") + (54 + 48) * Decimal("80e-9")
    back = Decimal("0.001") + (54 + 48 + 1024) * Decimal("80e-9")
    # ns-3 rounds each transmission to a nanosecond.
    rounding = Decimal("2e-9")
    for request in requests[5:]:
        assert abs(Decimal(request["arrived_at_target_s"]) - there) <= rounding
        assert abs(Decimal(request["answered_s"]) - back) <= rounding
        assert abs(Decimal(request["latency_s"]) - there - back) <= rounding


def test_user_error_is_one_line(tmp_path):
    for option, word in (
        ("--drives=0", "drives"),
        ("--drives=127", "127"),
        ("--model=Cheetah10", "Cheetah10"),
        ("--drive=ns3::Floppy", "ns3::Floppy"),
        ("--transferMode=Teleport", "transferMode"),
        ("--bufferSize=0", "bufferSize"),
    ):
        done = run(option, cwd=tmp_path, check=False)
        assert done.returncode == 1
        assert word in done.stderr
        assert done.stderr.count("\n") == 1


FIGURE_6 = """
import ns3_iscsi
from ns3_iscsi import ns

hosts, server = ns.NodeContainer(2), ns.CreateObject[ns.Node]()
internet = ns.InternetStackHelper()
internet.SetIpv6StackInstall(False)
internet.InstallAll()
addresses = ns.Ipv4AddressHelper("10.0.0.0", "255.255.255.252")
link = ns.PointToPointHelper()
link.SetDeviceAttribute("DataRate", ns.StringValue("100Mbps"))
link.SetChannelAttribute("Delay", ns.StringValue("1ms"))

san = ns.StorageGatewayHelper()
san.SetDrive("ns3::DiskDrive")
san.SetDriveAttribute("Model", ns.StringValue("Cheetah9LPFC"))
san.SetGatewayAttribute("DriveQueueDepth", ns.UintegerValue(2))
san.SetLoops(2)
san.SetGatewayPortAttribute("Fair", ns.BooleanValue(False))
san.GetFcalHelper().SetLoopAttribute("LineRate", ns.StringValue("2.125Gbps"))
gateway = san.Install(server, 2, 2)
loops = [gateway.GetBackEnd(i).GetObject[ns.FcalLoop]() for i in range(2)]
tenancies = []
ns3_iscsi.connect(loops[0], "Tenancy", lambda tenancy: tenancies.append(tenancy.owner))
seeks = []
drive = gateway.GetDrive(0).GetObject[ns.DiskDrive]()
ns3_iscsi.connect(drive, "Access", lambda request, access: seeks.append(access.seekDistance))
loads = ns.BlockWorkloadHelper("ns3::SyntheticWorkload")
loads.SetAttribute("Count", ns.UintegerValue(50))
loads.SetAttribute("QueueDepth", ns.UintegerValue(4))
recorder = ns.CreateObject[ns.IoRecorder]()
for i in range(2):
    ends = link.Install(hosts.Get(i), server)
    address = addresses.Assign(ends).GetAddress(1)
    addresses.NewNetwork()
    disks = san.Connect(hosts.Get(i), gateway, address.ConvertTo())
    assert len(disks) == 4
    workload = loads.Install(hosts.Get(i), disks).Get(0)
    workload.AssignStreams(10 * i)
    recorder.Attach(workload.GetObject[ns.BlockWorkload]())
ns.Simulator.Run()
summary = recorder.GetSummary()
print(summary.GetRequests(), summary.GetErrors())
print([gateway.GetTarget(i).GetAnswered() == gateway.GetTarget(i).GetReceived() for i in range(2)])
print(sum(gateway.GetDrive(i).GetDispatched() for i in range(4)) > 100)
print(loops[1].GetNPorts(), sorted(set(tenancies)) == [1, 2, 4], max(seeks) > 1000)
try:
    san.SetGatewayAttribute("BufferSize", ns.UintegerValue(0))
except ns.UserError as error:
    print(error)
ns.Simulator.Destroy()
"""


def test_gateway_from_python(run_python):
    """Two hosts, a gateway with two targets of two drives each, in a few lines."""
    done = run_python(FIGURE_6)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:3] == ["100 0", "[True, True]", "True"]
    assert lines[3] == "3 True True"
    assert "BufferSize" in lines[4]


def test_large_san(tmp_path):
    """The benchmark of a large network, made small."""
    command = [program("large-san"), "--gateways=2", "--drives=5", "--initiators=3", "--count=20"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    figures = json.loads(done.stdout)
    assert figures["ports"] == 2 * 6
    assert figures["requests"] == 3 * 20
    assert figures["errors"] == 0
