# SPDX-License-Identifier: GPL-2.0-only
"""The commands and the Python programs of README, CONTRIBUTING and the pages, run as printed.

The blocks of a document run one after another in a folder with what a built source tree has. Blocks
in another language than the shell's and Python are in test_document_code.py.
"""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from document_blocks import all_documents, commands, read_blocks

ROOT = Path(__file__).resolve().parent.parent

#: Blocks that are not run, by what they begin with, and why not.
LEFT_OUT = {
    "make demo": "continuous integration runs both",
    "make test": "continuous integration runs them",
    "make validate": "takes minutes",
    "ns3-iscsi calibrate examples/calibrations/s0": "takes minutes",
    "make mutants": "takes hours",
    "make listed-mutants": "takes half an hour",
    ".venv/bin/python tools/mutate.py listed": "takes hours",
    ".venv/bin/python tools/mutate.py report": "needs results of make mutants",
    "cmake --preset": "compiles everything again",
    "git clone <this project>": "needs a source tree of ns-3: make contrib",
    "cp -r src/toolbox": "needs a source tree of ns-3",
    "cmake -B build": "needs another ns-3",
    "apt-get install": "needs root",
    "cp examples/first-scenario.cc scratch": "compiles for minutes: tests/test_build.py",
    "tools/live-network run": "stays in the foreground: tests/test_live_target.py",
    "tools/live-network join": "needs a server: tests/test_live_target.py",
    "build/bin/san-live --nbd": "stays in the foreground: tests/test_live_nbd.py",
    "nbdinfo": "needs a server: tests/test_live_nbd.py",
    "build/bin/san-live --attach=direct": "stays in the foreground: tests/test_live_target.py",
    "$ ip tuntap": "changes the machine's network",
    "$ build/bin/live-example --tap": "needs a TAP device: tests/test_live.py",
    "$ ip netns exec": "needs root and network namespaces: tests/test_kernel_judge.py",
    "qemu-io": "needs a server: tests/test_live_target.py",
    "echo slow-path": "needs a server: tests/test_live_target.py",
    "echo lip-storm": "needs a mounted disk: tests/test_live_mount.py",
    "echo pull-drive": "needs a server: tests/test_live_target.py",
    "iscsiadm": "needs a kernel's initiator",
    "sudo ": "needs root, and records the machine",
    "strace -f": "needs strace and a program",
    "mkdir /dev/shm/app": "needs strace: tests/test_strace_to_file_trace.py",
    "iscsi-san --workload=files": "needs what strace recorded",
    "build/bin/disk-replay --drive=valid/": "needs DiskSim's files",
    "from . import s0": "tests/test_validation_harness.py runs it",
    "import json\nimport tempfile": "tests/test_validation_harness.py runs it",
    "from dask.distributed": "needs a cluster: tests/test_python_cluster.py",
    'from ns3_iscsi import San, plot, sweep\n\nsan = San(\n    workload="files"': (
        "needs what strace recorded"
    ),
    "def accessed(request, access)": "needs the devices of a program",
    "san = ns.StorageGatewayHelper()": "needs the nodes of a program",
}

#: Runs Python blocks, a JSON text a line, in one namespace.
PYTHON = """
import json, sys
names = {"__name__": "__main__"}
for line in sys.stdin:
    exec(compile(json.loads(line), "block", "exec"), names)
    print("\\nblock done", flush=True)
"""

DOCUMENTS = [
    path
    for path in all_documents(ROOT)
    if any(block.kind in ("shell", "python") for block in read_blocks(path, ROOT))
]


def is_left_out(block):
    return any(block.text.startswith(start) for start in LEFT_OUT)


@pytest.fixture
def tree(tmp_path):
    """Give a folder with what a built source tree has, and the files that documents speak of."""
    for name in (".venv", "build", "examples", "tools", "src", "traces", "tests", "validation"):
        (tmp_path / name).symlink_to(ROOT / name)
    write_traces(tmp_path)
    demo = ["build/bin/iscsi-san", "--count=100", "--output=out/demo"]
    subprocess.run(demo, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    return tmp_path


def write_traces(folder):
    rows = [
        (i * 10**6, f"srv,0,{'Read' if i % 3 else 'Write'},{i * 8192},4096,100") for i in range(60)
    ]
    text = "".join(f"{128166372000000000 + time},{rest}\n" for time, rest in rows)
    with gzip.open(folder / "hm_1.csv.gz", "wt") as file:
        file.write(text)
    rows = "".join(f"{i * 1000},R,{i * 4096},4096\n" for i in range(60))
    (folder / "mine.csv").write_text(rows)
    (folder / "own.csv").write_text(f"when,op,offset,length\n{rows}")
    disksim = "".join(f"{i * 10.0} 0 {i * 64} 8 1\n" for i in range(60))
    for name in ("FILE", "cheetah9LP.trace"):
        (folder / name).write_text(disksim)


@pytest.fixture
def interpreter(tree):
    """Give a function that runs a Python block after those before it."""
    process = subprocess.Popen(
        [sys.executable, "-c", PYTHON],
        cwd=tree,
        env={**os.environ, "MPLBACKEND": "agg", "PYTHONPATH": str(ROOT / "bindings/python")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )

    def run(block):
        process.stdin.write(json.dumps(block.text) + "\n")
        process.stdin.flush()
        lines = []
        for line in process.stdout:
            if line == "block done\n":
                return
            lines.append(line)
        pytest.fail(f"{block}:\n{''.join(lines)}")

    yield run
    process.stdin.close()
    process.wait()


def run_shell(block, tree):
    folders = [one for one in os.environ["PATH"].split(":") if ".venv" not in one]
    # As doc/getting-started.rst says, and nothing else of the environment that runs the tests.
    path = ":".join([f"{tree}/build/bin", f"{tree}/.venv/bin", *folders])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands(block)],
        cwd=tree,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{block}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_blocks_run_as_printed(path, tree, interpreter):
    for block in read_blocks(path, ROOT):
        if is_left_out(block):
            continue
        if block.kind == "shell":
            run_shell(block, tree)
        elif block.kind == "python":
            interpreter(block)


def test_what_is_left_out_stands_somewhere():
    texts = [block.text for path in DOCUMENTS for block in read_blocks(path, ROOT)]
    assert [start for start in LEFT_OUT if not any(one.startswith(start) for one in texts)] == []
