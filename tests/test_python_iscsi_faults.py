# SPDX-License-Identifier: GPL-2.0-only
"""Faults scheduled from Python."""

import pytest


@pytest.fixture
def ns():
    """Give ns, in a simulator that has not begun."""
    from ns3_iscsi import ns

    yield ns
    ns.Simulator.Destroy()


def test_faults_are_scheduled(ns):
    faults = ns.IscsiFaultHelper()
    faults.SetAttribute("Damage", ns.StringValue("Header"))
    faults.SetAttribute("Opcode", ns.IntegerValue(0x25))
    nodes = ns.NodeContainer(2)
    fault = faults.Install(nodes.Get(0))
    faults.ResetConnection(nodes.Get(0), ns.Seconds(1))
    link = ns.SimpleNetDeviceHelper()
    devices = link.Install(nodes)
    faults.SilencePath(devices, ns.Seconds(2), ns.Seconds(3))
    ns.Simulator.Run()
    assert ns.Simulator.Now() == ns.Seconds(1)
    assert fault.GetDamaged() == 0


def test_mistakes_are_exceptions(ns):
    faults = ns.IscsiFaultHelper()
    with pytest.raises(ns.UserError, match=r"Opcode.* -1"):
        faults.SetAttribute("Opcode", ns.IntegerValue(64))
    with pytest.raises(ns.UserError, match=r"until \+1s is before from \+2s"):
        faults.SilencePath(ns.NetDeviceContainer(), ns.Seconds(2), ns.Seconds(1))
