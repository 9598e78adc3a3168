# SPDX-License-Identifier: GPL-2.0-only
"""The options of every program: help, description, and one line for whatever is wrong."""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from ns3_iscsi.build_info import SOURCE_ROOT, program, read_config
from option_mistakes import complaint, wrong_values

PROGRAMS = (
    "array-example",
    "block-io-example",
    "block-trace",
    "bond-example",
    "disk-catalogue",
    "disk-h2benchw",
    "disk-model-example",
    "disk-replay",
    "disk-requests",
    "drive-fio",
    "ethernet-example",
    "fair-tcp-example",
    "fcal-example",
    "file-service-example",
    "first-scenario",
    "gateway-example",
    "host-io-example",
    "host-postmark",
    "idle-sessions",
    "iscsi-bulk",
    "iscsi-connections",
    "iscsi-example",
    "iscsi-san",
    "large-san",
    "live-example",
    "live-path",
    "live-switch",
    "san-live",
    "scsi-example",
    "small-commands",
    "ssd-model-example",
    "ssd-requests",
    "tcp-bulk",
    "trace-lines",
    "wireless-san",
)
each_program = pytest.mark.parametrize("name", PROGRAMS)


def run(name, *options, cwd):
    """Run a program that does nothing but read its options: a few seconds are plenty."""
    command = [str(program(name)), *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=20)


def describe(name, *options, cwd):
    done = run(name, *options, "--describe", cwd=cwd)
    assert done.stderr == ""
    assert done.returncode == 0
    return json.loads(done.stdout)


def error_of(name, *options, cwd):
    """Give the one line on standard error, without what all lines begin with."""
    done = run(name, *options, cwd=cwd)
    assert (done.returncode, done.stdout) == (1, ""), (options, done)
    assert done.stderr.count("\n") == 1, (options, done.stderr)
    assert done.stderr.startswith("error: ")
    return done.stderr.removeprefix("error: ").strip("\n")


def test_no_program_is_missing():
    """Whatever has a main of its own and reads its words is in the table."""
    sources = [
        path
        for folder in ("examples", "src", "benchmarks")
        for path in (SOURCE_ROOT / folder).rglob("*.cc")
        if "main(int argc" in path.read_text()
    ]
    assert sorted(path.stem for path in sources) == sorted(PROGRAMS)
    for path in sources:
        assert "CommandLine" not in path.read_text()


#: Programs that have more options than a screen has lines.
LARGE = ("iscsi-san", "san-live", "tcp-bulk", "wireless-san")


def help_of(name, topic, cwd):
    """Give the help on a topic, whose lines fit into a terminal."""
    done = run(name, f"--help={topic}" if topic else "-h", cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    words = (word for line in done.stdout.splitlines() if len(line) > 80 for word in line.split())
    assert max(map(len, words), default=100) > 50, done.stdout
    return done.stdout


@each_program
def test_help(name, tmp_path):
    text = help_of(name, "", tmp_path)
    assert run(name, "--help", cwd=tmp_path).stdout == text
    assert text.startswith(f"{name} ")
    every = help_of(name, "all", tmp_path)
    for option in describe(name, cwd=tmp_path):
        assert f"--{option['name']}" in (every if name in LARGE else text)
        assert option["default"] in every
    if name in LARGE:
        assert text.count("\n") < 80
        assert "--help=WORD" in text
        assert f"  {name} --" in text
    assert "--RngRun" in every
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", LARGE)
def test_examples_of_the_help_are_right(name, tmp_path):
    """What the short help names exists; its examples are read, and have an effect."""
    text = help_of(name, "", tmp_path)
    names = {option["name"] for option in describe(name, cwd=tmp_path)}
    shown = re.findall(r"^  --(\w+) ", text, re.M)
    assert set(shown) - {"help"} <= names
    assert len(shown) >= 19
    examples = re.findall(rf"^  {name} (--.*)$", text, re.M)
    assert len(examples) == 3
    for example in examples:
        # The mistake is found after those of each option by itself.
        error = error_of(name, *example.split(), "--minRto=1ms", cwd=tmp_path)
        assert error.startswith("minRto: 1ms is not above the delAckTimeout of 200ms")


#: What people look for, and the options that they should find.
SEARCHED = {
    "iodepth": ["queueDepth", "unitQueueDepth"],
    "bs": ["size"],
    "rwmixread": ["readFraction"],
    "seed": ["RngSeed", "RngRun"],
    "RTT": ["delay"],
    "duration": ["stop"],
    "mss": ["segmentSize"],
    "raid": ["array", "arrayMembers", "hostArray"],
    "mpio": ["multipath"],
}


@pytest.mark.parametrize("word", SEARCHED)
def test_help_finds_the_words_of_storage_people(word, tmp_path):
    found = re.findall(r"^  --(\w+)", help_of("iscsi-san", word, tmp_path), re.M)
    assert set(SEARCHED[word]) <= set(found)


def test_every_word_of_the_help_means_options_that_exist():
    source = (SOURCE_ROOT / "src/san/model/scenario/san-manual.cc").read_text()
    words = dict(re.findall(r'\{"([^"]+)", \{([^}]+)\}\}', source))
    known = {option["name"] for option in describe("iscsi-san", cwd=None)}
    assert len(words) > 25
    for names in words.values():
        assert set(re.findall(r'"(\w+)"', names)) <= known | {"RngSeed", "RngRun"}


@each_program
@pytest.mark.parametrize("word", ["--version", "--PrintVersion"])
def test_version(name, word, tmp_path):
    """Versions of this project, and of the ns-3 that is loaded."""
    done = run(name, word, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    ours = (SOURCE_ROOT / "VERSION").read_text().strip()
    theirs = re.match(r"\d+\.\d+|3-dev", read_config()["ns3"]["version"])[0]
    assert done.stdout == f"{name} of ns3-iscsi {ours}, with ns-{theirs}\n"
    assert list(tmp_path.iterdir()) == []


@each_program
def test_right_values(name, tmp_path):
    """Examples, defaults and the ends of ranges are taken."""
    options = describe(name, cwd=tmp_path)
    for key in ("example", "default"):
        words = [f"--{one['name']}={one[key]}" for one in options if one[key] or key == "default"]
        describe(name, *words, cwd=tmp_path)
    ranges = [one for one in options if one["range"]]
    for end in (0, 1):
        words = [f"--{one['name']}={one['range'].split(':')[end]}" for one in ranges]
        describe(name, *words, cwd=tmp_path)
    for one in options:
        assert one["help"]
        assert one["type"] in ("boolean", "word") or one["example"], one
    assert len({one["name"] for one in options}) == len(options)


@each_program
def test_wrong_values(name, tmp_path):
    """Below, above, beside and behind what is right: each is one line with an example."""
    cases = [
        (option, value) for option in describe(name, cwd=tmp_path) for value in wrong_values(option)
    ]
    with ThreadPoolExecutor() as pool:
        lines = pool.map(
            lambda case: error_of(name, f"--{case[0]['name']}={case[1]}", cwd=tmp_path), cases
        )
        assert list(lines) == [complaint(option, value) for option, value in cases]
    assert list(tmp_path.iterdir()) == []


@each_program
@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("--zebra=1", "there is no option --zebra, --help lists them"),
        (
            "--RngSeed=0",
            "RngSeed: 0 is not a whole number from 1 to 4294944442, such as 1",
        ),
        (
            "--RngSeed=4294944443",
            "RngSeed: 4294944443 is not a whole number from 1 to 4294944442, such as 1",
        ),
        ("--RngRum=1", "there is no option --RngRum, did you mean --RngRun?"),
        (
            "--RngRun=abc",
            "RngRun: abc is not a whole number from 0 to 18446744073709551615, such as 1",
        ),
        (
            "--ns3::RateErrorModel::ErrorUnit=poisson",
            "ns3::RateErrorModel::ErrorUnit: poisson is not one of ERROR_UNIT_BIT, "
            "ERROR_UNIT_BYTE, ERROR_UNIT_PACKET",
        ),
        (
            "--ns3::RateErrorModel::IsEnabled=5",
            "ns3::RateErrorModel::IsEnabled: ns3::RateErrorModel has no attribute IsEnabled, did "
            "you mean ns3::ErrorModel::IsEnabled?",
        ),
        (
            "--ns3::SimpleChannel::Delay=abc",
            "ns3::SimpleChannel::Delay: abc is not valid: Transmission delay through the channel",
        ),
    ],
)
def test_options_of_ns3(name, word, line, tmp_path):
    assert error_of(name, word, cwd=tmp_path) == line


@each_program
def test_options_of_ns3_that_are_right(name, tmp_path):
    done = run(name, "--PrintGlobals", cwd=tmp_path)
    assert done.returncode == 0
    assert "--RngRun=[1]" in done.stdout
    done = run(name, "--PrintAttributes=ns3::SimpleNetDevice", cwd=tmp_path)
    assert "ns3::SimpleNetDevice::DataRate" in done.stdout
    describe(name, "--RngRun=3", "--ns3::SimpleNetDevice::DataRate=1Gbps", cwd=tmp_path)


@each_program
def test_words_that_nobody_takes(name, tmp_path):
    words = ["info", "in", "out", "more"] if name == "block-trace" else ["more"]
    takes = "at most 3 words" if name == "block-trace" else "options only, with two dashes"
    line = f"more: {name} takes {takes}; --help lists them"
    assert error_of(name, *words, cwd=tmp_path) == line


#: What the issue of the numbers named, and what contradicts itself.
MISTAKES = [
    (
        "iscsi-san --count=1e4",
        "count: 1e4 is not a whole number from 1 to 1000000000000 requests, such as 1000",
    ),
    (
        "iscsi-san --count",
        "count: it needs a value: a whole number from 1 to 1000000000000 requests, such as 1000",
    ),
    (
        "iscsi-san --linkRate=100",
        "linkRate: 100 is not a rate with its unit from 1bps to 1000000Gbps, such as 100Mbps",
    ),
    (
        "iscsi-san --delay=10mss",
        "delay: 10mss is not a time with its unit from 0s to 100y, such as 5ms",
    ),
    (
        "iscsi-san --size=-4096",
        "size: -4096 is not a list of sizes with or without weights, each from 512 to 4294966784 "
        "bytes, a multiple of 512, such as 4096:3,65536:1",
    ),
    (
        "iscsi-san --gateway=true --gatewayTransferMode=Cut",
        "gatewayTransferMode: Cut is not one of CutThrough, StoreAndForward",
    ),
    ("iscsi-san --cuont=5", "there is no option --cuont, did you mean --count?"),
    (
        "iscsi-san --congestionControl=ns3::TcpFast",
        'ns3::IscsiInitiator::CongestionControl: "ns3::TcpFast" names no congestion control',
    ),
    ("tcp-bulk --count=5", "there is no option --count"),
    ("tcp-bulk --segmentSize=9000", "segmentSize: 9000 and 52 bytes of headers do not fit into"),
    ("disk-replay --trace=x --phase=-0.5", "phase: -0.5"),
    ("drive-fio --drive=Cheetah9LP", "job: it is missing; --job=random.fio names the job file"),
    ("block-io-example --count=0", "count: 0 needs a trace, which ends by itself"),
    ("host-io-example --program=files", "traces: program files needs at least one"),
    (
        "host-io-example --device=paced",
        "ns3::PacedDevice: Latency is 0; only one above 0 limits a rate",
    ),
    ("host-io-example --program=dd", "ns3::DdProgram: Count is 0, but zeros never end"),
    ("array-example --rebuild", "rebuild: it needs a failed member, such as --failed=0"),
    (
        "array-example --failed=5",
        "failed: 5 is not one of the 5 members, which are numbered from 0",
    ),
    (
        "bond-example --outage=0s",
        "outage: 0s is not a time with its unit from 1ns to 100y, such as 500ms",
    ),
    ("disk-requests --load=half", "load: half is not one of closed, open"),
]


@pytest.mark.parametrize(("command", "line"), MISTAKES, ids=[one[0] for one in MISTAKES])
def test_mistakes(command, line, tmp_path):
    name, *words = command.split()
    assert error_of(name, *words, cwd=tmp_path).startswith(line)


def test_fair_ports_have_help_of_their_own(tmp_path):
    helps = {one["name"]: one["help"] for one in describe("iscsi-san", cwd=tmp_path)}
    assert "drives'" in helps["fcFairAccess"]
    assert "gateway's" in helps["gatewayFcFairAccess"]


@each_program
def test_names_are_in_one_style(name, tmp_path):
    for one in describe(name, cwd=tmp_path):
        assert re.fullmatch("[a-z][A-Za-z0-9]*", one["name"])
        assert one["name"] not in one["former_names"]


@pytest.mark.parametrize(
    ("name", "number"),
    [("iscsi-san", 84), ("wireless-san", 84), ("tcp-bulk", 14), ("san-live", 95)],
)
def test_former_names_are_refused_with_the_new_one(name, number, tmp_path):
    renamed = {
        former: one["name"]
        for one in describe(name, cwd=tmp_path)
        for former in one["former_names"]
    }
    assert len(renamed) == number
    with ThreadPoolExecutor() as pool:
        errors = pool.map(lambda one: error_of(name, f"--{one}=1", cwd=tmp_path), renamed)
        for former, error in zip(renamed, errors, strict=True):
            assert error == f"{former}: now called {renamed[former]}"


def test_a_former_name_of_another_program_is_unknown(tmp_path):
    error = error_of("tcp-bulk", "--LineRate=1Gbps", cwd=tmp_path)
    assert error.startswith("there is no option --LineRate")


def test_tcp_bulk_has_only_what_it_uses(tmp_path):
    names = {one["name"] for one in describe("tcp-bulk", cwd=tmp_path)}
    assert {"linkRate", "delay", "rcvBufSize", "readFraction", "stop", "output"} <= names
    assert names.isdisjoint(("drives", "workload", "count", "gateway", "maxBurstLength", "pcap"))
    assert names < {one["name"] for one in describe("iscsi-san", cwd=tmp_path)}


#: Commands of Python, and what the line says.
PYTHON = [
    ("-m ns3_iscsi sweep --workers=0", "workers: 0 is not a whole number from 1 to 10000"),
    ("-m ns3_iscsi sweep --runs=1e4", "runs: 1e4 is not a whole number from 1 to 1000000"),
    ("-m ns3_iscsi sweep --timeout=nan", "timeout: nan is not a number from 0.001"),
    ("-m ns3_iscsi sweep --memory=5x", "memory: 5x is not a whole number from 1"),
    ("-m ns3_iscsi sweep --grid count=1e4", "count: 1e4 is not a whole number from 1"),
    ("-m ns3_iscsi sweep --grid LineRate=1Gbps,2Gbps", "LineRate: now called fcLineRate"),
    ("-m ns3_iscsi run --set units=1", "units: now called usedLuns"),
    ("-m ns3_iscsi run --set delay=abc", "delay: abc is not a time with its unit"),
    ("-m ns3_iscsi run --run=-1", "run: -1 is not a whole number from 0"),
    ("-m ns3_iscsi swep", "COMMAND: invalid choice: 'swep'"),
    ("-m ns3_iscsi plot x --x=delay --out=a.png --kind=pie", "kind: invalid choice: 'pie'"),
    ("-m ns3_iscsi.disk_replay x", "the following arguments are required: --out"),
    ("-m ns3_iscsi.loop_use x", "the following arguments are required: --out"),
    ("examples/run-demo.py --zebra", "unrecognized arguments: --zebra"),
    ("examples/iscsi-san.py --RngRun=abc", "RngRun: abc is not a whole number from 0"),
    ("examples/iscsi-connections-plot.py --out=a.svg --runs=1", "runs: 1 is not a whole number"),
    ("examples/iscsi-connections-plot.py --out=a.svg --loss=2", "loss: 2 is not a number from 0"),
    ("examples/iscsi-connections-plot.py --out=a.svg --delay=5", "delay: 5 is not a time"),
    ("benchmarks/run.py --repeat=0", "repeat: 0 is not a whole number from 1 to 1000"),
    ("-m validation --workers=many", "workers: many is not a whole number from 1 to 10000"),
    ("-m validation.regression --workers=-1", "workers: -1 is not a whole number"),
]


@pytest.mark.parametrize(("command", "line"), PYTHON, ids=[one[0] for one in PYTHON])
def test_python_commands(command, line):
    environment = {"PYTHONPATH": str(SOURCE_ROOT / "bindings" / "python"), "PATH": "/usr/bin:/bin"}
    words = [sys.executable, *command.split()]
    done = subprocess.run(words, capture_output=True, text=True, cwd=SOURCE_ROOT, env=environment)
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(f"error: {line}")
