# SPDX-License-Identifier: GPL-2.0-only
"""The smaller example programs run, and what they print makes sense."""

import json
import re
import subprocess
import sys

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program


def run(name, *options, cwd):
    command = [str(program(name)), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd).stdout


def test_first_scenario(tmp_path):
    """Reads take a round trip of 10 ms and at least a seek; four at a time share one drive."""
    _, *lines = run("first-scenario", cwd=tmp_path).splitlines()
    rows = {name: figures for name, *figures in map(str.split, lines)}
    assert rows["all"] == rows["read"]
    assert (rows["read"][0], rows["write"][0]) == ("500", "0")
    assert 30 < float(rows["read"][3]) < 45
    assert len((tmp_path / "out/first/requests.csv").read_text().splitlines()) == 501


def test_block_io_example(tmp_path):
    summary = json.loads(run("block-io-example", "--count=2000", "--disks=2", cwd=tmp_path))
    assert summary["requests"] == 2000
    assert summary["all"]["count"] == summary["read"]["count"] + summary["write"]["count"]


def test_array_example(tmp_path):
    """A step takes 5 ms: one for a read, two for a write with parity; mirrors write in one."""

    def means(*options):
        summary = json.loads(run("array-example", *options, cwd=tmp_path))
        assert summary["requests"] == 2000
        return summary["errors"], summary["read"]["mean_ms"], summary["write"]["mean_ms"]

    assert means("--level=5") == (0, 5, 10)
    assert means("--level=1", "--members=2", "--failed=0") == (0, 5, 5)
    errors, read, write = means("--level=5", "--failed=1")
    # A write whose parity is on the missing member, one in five, needs one step.
    assert (errors, read) == (0, 5)
    assert write == pytest.approx(9, rel=0.02)
    errors, *_ = means("--level=0", "--members=4", "--failed=2")
    assert errors == pytest.approx(500, abs=60)


def test_disk_model_example(tmp_path):
    """The mean rotational latency of random reads is half of a revolution of 5.973 ms."""
    output = run("disk-model-example", cwd=tmp_path)
    rotation = float(re.search(r"rotation\D*([\d.]+)", output).group(1))
    assert rotation == pytest.approx(60e3 / 10045 / 2, rel=0.02)


def test_ssd_model_example(tmp_path):
    """A new drive is written at its full rate, and in the end at that of the closed form."""
    lines = run("ssd-model-example", cwd=tmp_path).splitlines()
    rows = [[float(word) for word in line.split()] for line in lines[1:-1]]
    expected = float(lines[-1].split()[-1])
    assert [row[0] for row in rows] == [round(i / 10, 1) for i in range(1, 61)]
    # Eight dies program eight units each in 600 us, after 82 us on the channel.
    assert rows[5][1] == pytest.approx(64 / 681.92e-6, rel=0.01)
    assert rows[5][4] == 1
    # Little's law: 32 writes at a time. A write that finds room takes no longer than the link.
    assert rows[-1][2] == pytest.approx(32e6 / rows[-1][1], rel=0.3)
    assert rows[-1][3] > rows[-1][2] > rows[5][2]
    assert expected == pytest.approx(4.64, abs=0.005)
    assert rows[-1][4] == pytest.approx(expected, rel=0.05)
    (first, *_) = run("ssd-model-example", "--aged=1", "--passes=1", cwd=tmp_path).splitlines()[1:]
    assert float(first.split()[4]) == pytest.approx(expected, rel=0.03)
    (*_, last) = run("ssd-model-example", "--aged=1", "--choices=2", cwd=tmp_path).splitlines()
    assert float(last.split()[-1]) > expected


def test_scsi_example(tmp_path):
    """Messages take 100 us: a write takes four, the others two; the medium takes 5 ms a block."""
    options = ["--ns3::ScsiLocalPort::Delay=100us", "--ns3::FixedLatencyDevice::Latency=5ms"]
    lines = run("scsi-example", *options, cwd=tmp_path).splitlines()
    assert [int(line.split()[0]) for line in lines] == [200, 400, 5800, 11000, 11200]
    assert lines[0].endswith("NS3ISCSI")
    # A RAM disk of 1 GiB: the last block of 512 bytes is 1fffff.
    assert "GOOD  00 00 00 00 00 1f ff ff 00 00 02 00 " in lines[1]
    assert lines[2].endswith("GOOD")
    assert lines[3].endswith("hello...........")
    assert lines[4].endswith("ILLEGAL REQUEST, sense 5/21/00, block 2097152")


def pdus_of(output):
    """Give the PDUs that iscsi-example prints: the end that received each, and its name."""
    return re.findall(r"^ *[\d.]+ ms  (initiator|target) +(.*), \d+ bytes$", output, re.MULTILINE)


def test_iscsi_example(tmp_path):
    """PDUs from login to logout; a read takes as long as link and headers say."""
    output = run("iscsi-example", cwd=tmp_path)
    request, response = ("target", "SCSI Command"), ("initiator", "SCSI Response")
    data = ("initiator", "SCSI Data-In")
    login = [("target", "Login Request"), ("initiator", "Login Response")] * 2
    # TEST UNIT READY; INQUIRY, its block limits, READ CAPACITY and the caching page; the requests.
    setup = [request, response, *[request, data] * 4]
    logout = [("target", "Logout Request"), ("initiator", "Logout Response")]
    assert pdus_of(output) == [*login, *setup, request, response, request, data, *logout]
    written, read = (
        float(re.search(rf"([\d.]+) ms  {what} +ok$", output, re.MULTILINE)[1])
        for what in ("write", "read")
    )
    # 54 bytes of PPP, IP, TCP and timestamps around 48, and around three segments of 48 + 4096;
    # 80 ns a byte, 1 ms each way.
    assert read - written == pytest.approx(2 + (54 + 48 + 3 * 54 + 48 + 4096) * 80e-6, abs=0.0011)


def test_iscsi_example_refused(tmp_path):
    command = [str(program("iscsi-example")), "--targetName=iqn.2026-11.com.example:other"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert pdus_of(done.stdout) == [("target", "Login Request"), ("initiator", "Login Response")]
    assert done.returncode == 1
    assert done.stderr.endswith("login refused with status 0203, Not found\n")
    assert done.stderr.count("\n") == 1


def test_iscsi_connections(tmp_path):
    """Four connections over four links carry what one carries over one, four times."""

    def throughput(number):
        numbers = [f"--connections={number}", f"--links={number}", "--count=200"]
        return float(run("iscsi-connections", *numbers, cwd=tmp_path).split(",")[-1])

    assert throughput(4) >= 3.8 * throughput(1)


def test_iscsi_connections_plot(tmp_path):
    """The script's picture has a point for each number of connections."""
    script = SOURCE_ROOT / "examples/iscsi-connections-plot.py"
    out = tmp_path / "connections.svg"
    knobs = [f"--out={out}", "--most=3", "--runs=2", "--count=20"]
    subprocess.run([sys.executable, script, *knobs], check=True, cwd=tmp_path)
    assert "Connections of the session" in out.read_text()


def test_iscsi_connections_split(tmp_path):
    """Connections split by direction bring data over half of the links."""

    def throughput(use):
        options = [f"--connectionUse={use}", "--count=200", "--size=65536", "--rate=100Mbps"]
        connections, links, _, rate = run("iscsi-connections", *options, cwd=tmp_path).split(",")
        assert (connections, links) == ("4", "4")
        return float(rate)

    assert throughput("SplitByDirection") / throughput("Standard") == pytest.approx(0.5, rel=0.05)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--connectionUse=SplitByDirection", "--connections=3"],
            "ns3::IscsiInitiator::Connections is 3 but must be even with"
            " ConnectionUse=SplitByDirection",
        ),
        (["--connectionUse=Both"], "connectionUse: Both is not one of SplitByDirection, Standard"),
    ],
)
def test_iscsi_connections_mistakes(tmp_path, options, message):
    command = [str(program("iscsi-connections")), *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, f"error: {message}\n")


def run_snippet(heading, folder):
    """Run the Python program below a heading of the README."""
    text = (SOURCE_ROOT / "README.md").read_text().split(f"## {heading}\n")[1]
    program_text = re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1)
    command = [sys.executable, "-c", program_text]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


def test_the_python_snippet_of_the_readme(tmp_path):
    """The README's Python program prints five reads with a seek each."""
    output = run_snippet("A scenario in Python", tmp_path)
    assert len(re.findall(r"^\d+ \+[\d.e-]+ms$", output, re.MULTILINE)) == 5


def test_the_sweep_of_the_readme(tmp_path):
    """The README's sweep leaves a picture and the file of its network."""
    run_snippet("A scenario from the command line", tmp_path)
    assert (tmp_path / "throughput.png").stat().st_size > 10000
    assert "Cheetah9LPFC" in (tmp_path / "san.toml").read_text()


def test_the_cpp_snippet_of_the_readme_is_that_of_the_example():
    text = (SOURCE_ROOT / "README.md").read_text()
    snippet = re.search(r"```cpp\n(.*?)```", text, re.DOTALL).group(1)
    example = (SOURCE_ROOT / "examples" / "first-scenario.cc").read_text()
    lines = [line.strip() for line in snippet.splitlines() if line.strip()]
    assert len(lines) > 10
    for line in lines:
        assert line in example
