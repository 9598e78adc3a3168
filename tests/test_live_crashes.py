# SPDX-License-Identifier: GPL-2.0-only
"""Power cuts under file systems of a real kernel: what was synced is there afterwards.

``LIVE_LONG=1`` cuts the power 238 times where nothing may be lost; ``-s`` shows what was checked.
"""

import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from live_hosts import ROOT, alone

sys.path.insert(0, str(ROOT / "tools"))
from crash_rig import CHECKS, CrashRig, Findings
from test_live_mount import why_not

#: How often the power is cut in each network: 238 times in all.
CUTS = 17 if os.environ.get("LIVE_LONG") else 2
#: How often at most where something has to be lost.
LIES = 20

#: A drive with a write cache, which is volatile.
DRIVE = ("--attach=direct", "--drive=Cheetah9LPFC")
GATEWAY = ("--gateway", "--loops=1", "--drives=1", "--drive=Cheetah9LPFC", "--delay=1ms")

#: Networks, what loses its power in them, and how the kernel reaches the disk.
NETWORKS = {
    "drive": (DRIVE, "drive", "iscsi"),
    "target": (DRIVE, "target", "iscsi"),
    "gateway": (GATEWAY, "gateway", "iscsi"),
    "gateway of a simulated host": (GATEWAY, "gateway", "nbd"),
    "gateway and drive": (GATEWAY, "target", "iscsi"),
    "mirror": ((*DRIVE, "--drives=2", "--array=mirror"), "member", "iscsi"),
    "raid5": ((*DRIVE, "--drives=3", "--array=raid5"), "member", "iscsi"),
}

#: Options of san-live and of mount with which acknowledged files are lost.
LIARS = {
    "ext4 without barriers": ("ext4", (), "barrier=0"),
    "ext4 on a drive that lies": ("ext4", ("--ignoreFlush",), ""),
    "xfs on a drive that lies": ("xfs", ("--ignoreFlush",), ""),
}


@contextlib.contextmanager
def rig(kind, options, **keywords):
    """Give a rig that is ready; skip where a kernel, a program or a right is missing."""
    with alone():
        reason = why_not(f"--fileSystem={kind}")
    if reason:
        pytest.skip(reason)
    if not shutil.which(CHECKS[kind][0]):
        pytest.skip(f"{CHECKS[kind][0]} is not installed")
    # Names of sockets must be short.
    with contextlib.ExitStack() as stack:
        stack.enter_context(alone())
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir="/run", prefix="live-mount-"))
        yield CrashRig(stack, Path(folder), kind, options, **keywords)


def cut_often(network, kind, cuts):
    """Cut the power as often as that, and give the findings."""
    options, cut, over = NETWORKS[network]
    findings = Findings()
    # An array is of no use to a second cut.
    each = 1 if cut == "member" else cuts
    for seed in range(0, cuts, each):
        with rig(kind, options, cut=cut, seed=seed, over=over) as one:
            while one.findings.cuts < each and one.cut():
                pass
        findings += one.findings
    return findings


@pytest.mark.parametrize("kind", CHECKS)
@pytest.mark.parametrize("network", NETWORKS)
def test_what_was_synced_survives(network, kind):
    findings = cut_often(network, kind, CUTS)
    print(f"{network}, {kind}: {findings}")
    assert findings.losses == []
    assert findings.cuts == CUTS
    assert findings.acknowledged >= 4 * CUTS


@pytest.mark.parametrize("case", LIARS)
def test_lies_are_found(case):
    """Otherwise the tests above would say nothing."""
    kind, options, mount_options = LIARS[case]
    with rig(kind, (*DRIVE, *options), mount_options=mount_options) as one:
        for _ in range(LIES):
            if not one.cut() or (one.findings.losses and not os.environ.get("LIVE_LONG")):
                break
        print(f"{case}: {one.findings}")
        assert one.findings.losses
