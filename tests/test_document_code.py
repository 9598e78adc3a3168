# SPDX-License-Identifier: GPL-2.0-only
"""The C++ of README and pages compiles, up to its syntax, in the order in which it is printed.

A block sees the variables of those before it in its document, and what the text around introduces,
which CONTEXT declares. README's program is compiled and run by tests/test_examples.py.
"""

import os
import subprocess
import sys
from pathlib import Path

from document_blocks import all_documents, read_blocks

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from compile_commands import ROOT, read_flags

#: What the texts speak of before they use it, by document.
CONTEXT = {
    "src/block-io/doc/block-io.rst": """
        extern Ptr<Node> node;
        extern std::vector<Ptr<BlockDevice>> members;
        extern Ptr<BlockDevice> spare, one, other;""",
    "src/ethernet/doc/bonding.rst": """
        extern NodeContainer hosts;
        extern Ptr<Node> host, middle;
        extern NetDeviceContainer otherPorts;""",
    "src/fcal/doc/fcal.rst": """
        extern FcHeader header;
        extern FcalPortClient& hostClient;
        extern FcalPortClient& driveClient;
        extern std::vector<Ptr<ScsiDevice>> disks;
        extern Ptr<ScsiTask> task;
        extern uint32_t targetAlpa, ownAlpa;
        extern uint16_t oxId;
        extern uint8_t seqId;
        void WriteFrame(Ptr<const FcFrame> frame, Time time);""",
    "src/host-io/doc/host-io.rst": """
        extern Ptr<Node> node, serverNode, clientNode;
        extern Ptr<FileProgram> write, read;
        extern Ipv4Address serverAddress;""",
    "src/host-tcp/doc/fair-tcp.rst": """
        extern NodeContainer hosts;
        extern Address address;
        extern Ptr<TcpSocketBase> socket;""",
    "src/host-tcp/doc/host-tcp.rst": """
        extern std::string name;
        extern NodeContainer hosts;
        extern Ptr<Node> host;
        extern Address address;""",
    "src/iscsi/doc/iscsi-login.rst": """
        extern Ptr<Node> targetNode, hostNode;
        extern Ptr<ScsiDevice> disk0, disk1;
        extern InetSocketAddress targetAddress, newAddress;
        extern std::string targetSecret, hostSecret, name;
        extern IscsiInitiatorHelper initiators;
        extern Ptr<IscsiInitiator> initiator;""",
    "src/iscsi/doc/iscsi-pdu.rst": """
        extern Ptr<Packet> packet;""",
    "src/iscsi/doc/iscsi.rst": """
        extern IscsiTargetHelper targets;
        extern IscsiInitiatorHelper initiators;
        extern Ptr<Node> targetNode, initiatorNode;
        extern Ptr<ScsiDevice> router;
        extern Ipv4Address targetAddress;
        extern NetDeviceContainer devices;""",
    "src/live/doc/live.rst": """
        extern Ptr<Node> node;
        void Report();""",
    "src/scsi/doc/scsi.rst": """
        extern std::vector<Ptr<BlockDevice>> drives;
        extern IscsiTargetHelper targetHelper;
        extern NodeContainer controllers;
        extern Ptr<ScsiDisk> disk;
        extern Ptr<ScsiInitiatorPort> port;
        void Start();""",
    "src/storage-gateway/doc/storage-gateway.rst": """
        extern Ptr<Node> server, node;
        extern NodeContainer hosts;
        extern Ipv4Address serverAddress, otherAddress;
        extern BlockWorkloadHelper workload;
        extern Ptr<GatewayDrive> one, other;
        extern Ptr<ScsiInitiatorPort> port;""",
    "src/toolbox/doc/toolbox.rst": """
        extern int argc;
        extern char** argv;
        int Simulate(uint64_t count, Time delay);""",
}

NS3_MODULES = ("core", "network", "internet", "point-to-point", "applications", "traffic-control")


def make_program():
    """Give one source text with a namespace for each document."""
    modules = [path.parent.name for path in sorted(ROOT.glob("src/*/CMakeLists.txt"))]
    lines = [f'#include "ns3/{module}-module.h"' for module in (*NS3_MODULES, *modules)]
    lines += ["#include <csignal>", "#include <iostream>", "using namespace ns3;"]
    for number, path in enumerate(all_documents(ROOT)):
        blocks = [block for block in read_blocks(path, ROOT) if block.kind == "c++"]
        if path.name == "README.md" or not blocks:
            continue
        document = blocks[0].document
        lines += [f"namespace document{number} {{", f'#line 1 "context of {document}"']
        lines.append(CONTEXT.get(document, ""))
        lines.append("int Blocks()")
        for block in blocks:
            lines += ["{", f'#line {block.line} "{block.document}"', block.text]
        lines += ["}" * len(blocks) + "}"]
    return "\n".join(lines) + "\n"


def compiler_flags():
    """Give the flags of a program of the build that uses all modules."""
    flags = next(words for source, words in read_flags() if source.name == "san-live.cc")
    return [word for word in flags if word[:2] != "-O"]


def test_blocks_compile():
    command = [os.environ.get("CXX", "g++"), *compiler_flags(), "-w", "-fsyntax-only"]
    text = make_program()
    assert text.count("#line") > 40
    done = subprocess.run(
        [*command, "-x", "c++", "-"], input=text, capture_output=True, text=True, cwd=ROOT
    )
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    assert errors == []
    assert done.returncode == 0
