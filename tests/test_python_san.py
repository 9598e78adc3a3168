# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios from Python: parameters, their checks, files."""

import copy
import datetime
import json
import pickle
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from ns3_iscsi import ParameterError, San, parameters
from ns3_iscsi import san as groups
from ns3_iscsi.build_info import program
from ns3_iscsi.results import read_summary
from option_mistakes import complaint, wrong_values


def test_parameters_are_those_of_the_program():
    san = San()
    assert san.path.delay == "1ms"
    assert san["delay"] == "1ms"
    assert san.workload.readFraction == 0.67
    assert san.gateway.gateway is False
    assert san.arguments() == []
    assert set(san.parameters()) == set(parameters.parameters())


def test_changes_become_arguments():
    san = San(delay="10ms", path={"linkRate": 1e9}, initiators=2)
    san.gateway.gateway = True
    san["workload.rate"] = "250"
    assert san.arguments() == [
        "--initiators=2",
        "--linkRate=1000000000bps",
        "--delay=10ms",
        "--gateway=true",
        "--rate=250",
    ]
    assert San(thinkTime=0.5)["thinkTime"] == "0.5s"


def test_groups_are_documented_dataclasses():
    names = {one.name: one.type for one in fields(groups.Sessions)}
    assert names["maxBurstLength"] is int
    assert names["noDelay"] is bool
    text = groups.Sessions.__doc__
    assert ":param maxBurstLength: " in text
    assert "bytes, 512 to 16777215, default 262144" in text
    for name, one in parameters.parameters().items():
        assert one.help, name
    assert San(path=groups.Path(delay="2ms"))["delay"] == "2ms"
    table = San.describe()
    assert table.loc["delay", "default"] == "1ms"


def test_threads_share_the_classes_of_groups(monkeypatch):
    """Threads that need the groups first, all at once, get the same classes."""
    groups._make_groups.cache_clear()
    make = groups.make_dataclass

    def slowly(*arguments, **named):
        time.sleep(0.002)
        return make(*arguments, **named)

    monkeypatch.setattr(groups, "make_dataclass", slowly)
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda number: San(initiators=number), range(1, 9)))
    assert [one["initiators"] for one in made] == list(range(1, 9))
    assert len({type(one.path) for one in made}) == 1


def test_a_copy_is_another():
    san = San(delay="5ms")
    other = san.replace(delay="7ms", loops=1)
    assert (san["delay"], other["delay"], san["loops"], other["loops"]) == ("5ms", "7ms", 0, 1)
    assert san != other
    assert san == San(delay="5ms")


#: Mistakes, and what the line says.
MISTAKES = {
    "unknown": (lambda: San(delai="1ms"), ["delai", "did you mean delay"]),
    "other case": (lambda: San(maxburstlength=1024), ["maxBurstLength"]),
    "unknown in a group": (lambda: San(path={"linkrate": "1Mbps"}), ["path", "linkRate"]),
    "other group": (lambda: San(path={"noDelay": True}), ["noDelay", "sessions"]),
    "no unit": (lambda: San(delay="1"), ["delay: 1 is not a time with its unit", "5ms"]),
    "no time": (lambda: San(delay="abc"), ["delay: abc is not a time", "such as 5ms"]),
    "negative time": (lambda: San(delay=-0.005), ["delay: -0.005 is not a time"]),
    "negative size": (lambda: San(size=-4096), ["size: -4096 is not a list of sizes", "65536:1"]),
    "a text of a number": (lambda: San(count="1e4"), ["count: 1e4 is not a whole number"]),
    "no queue": (
        lambda: San(queue="100"),
        ["queue: 100 is not a whole number of packets", "1000p"],
    ),
    "two lines": (lambda: San(drives="1\n2"), ["drives: 1 2 is not a whole number"]),
    "out of range": (lambda: San(readFraction=1.5), ["readFraction", "1.5", "0 to 1"]),
    "range of an attribute": (
        lambda: San(maxBurstLength=1),
        ["512 to 16777215 bytes, such as 262144"],
    ),
    "no integer": (lambda: San(count=1.5), ["count: 1.5 is not a whole number"]),
    "not finite": (lambda: San(count=float("inf")), ["count"]),
    "negative": (lambda: San(count=-1), ["count", "-1"]),
    "digest": (
        lambda: San(headerDigest="CRC32"),
        ["headerDigest: CRC32 is not one of CRC32C, None"],
    ),
    "links": (lambda: San(links=0), ["links: 0 is not", "1 to 64"]),
    "former name": (lambda: San(LineRate="2.125Gbps"), ["LineRate: now called fcLineRate"]),
    "former name in its group": (
        lambda: San(loops={"Fair": False}),
        ["Fair: now called fcFairAccess"],
    ),
    "former name, to be set": (
        lambda: setattr(San().sessions, "units", 1),
        ["units: now called usedLuns"],
    ),
    "former name with its group": (
        lambda: San()["output.use"],
        ["use: now called loopUse"],
    ),
    "word": (
        lambda: San(gatewayTransferMode="Cut"),
        ["gatewayTransferMode", "CutThrough, StoreAndForward"],
    ),
    "boolean": (lambda: San(gateway="maybe"), ["gateway", "maybe"]),
    "not a number": (lambda: San(rate=float("nan")), ["rate"]),
    "attribute of the whole": (lambda: setattr(San(), "delay", "1ms"), ["san['delay']"]),
    "twice": (
        lambda: San(delay="1ms", path={"delay": "2ms"}),
        ["delay: it is there twice, in its group and without"],
    ),
    "twice in changes": (
        lambda: San().replace(path={"delay": "2ms"}, delay="1ms"),
        ["delay: it is there twice"],
    ),
    "run": (lambda: San().run(-1), ["run: -1 is not a whole number from 0"]),
    "run as text": (lambda: San().run("1x"), ["run: 1x is not a whole number from 0"]),
    "group of a wrong kind": (lambda: setattr(San(), "path", 7), ["path"]),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line(mistake):
    make, words = mistake
    with pytest.raises(ParameterError) as caught:
        make()
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def test_a_san_refuses_what_the_program_refuses():
    """In the same words; the program's own test has the same values."""
    out = program("iscsi-san")
    described = subprocess.run([out, "--describe"], capture_output=True, text=True, check=True)
    for option in json.loads(described.stdout):
        for value in wrong_values(option):
            with pytest.raises(ParameterError) as caught:
                San(**{option["name"]: value})
            assert str(caught.value) == complaint(option, value)
        for value in {option["example"], option["default"], *option["range"].split(":")} - {""}:
            San(**{option["name"]: value})


def test_numbers_of_python_are_numbers():
    """A float that is whole is a whole number; numbers of times and rates are in s and bit/s."""
    san = San(count=1e4, delay=0.005, linkRate=2 * 10**8, size=8192, readFraction=1)
    assert san.arguments() == [
        "--linkRate=200000000bps",
        "--delay=0.005s",
        "--size=8192",
        "--readFraction=1",
        "--count=10000",
    ]


def test_toml_round_trip(tmp_path):
    san = San(
        delay="10ms",
        gateway=True,
        loops=2,
        size="4096:3,65536:1",
        traceTimeScale=0.1,
        trace='odd "name"\\.csv',
        congestionControl="ns3::TcpLinuxReno",
    )
    san.save(tmp_path / "san.toml")
    assert San.load(tmp_path / "san.toml") == san
    assert "[path]" in (tmp_path / "san.toml").read_text()
    San().save(tmp_path / "empty.toml")
    assert San.load(tmp_path / "empty.toml") == San()


def test_toml_without_tables(tmp_path):
    (tmp_path / "san.toml").write_text('delay = "3ms"\nloops = 0\n')
    assert San.load(tmp_path / "san.toml") == San(delay="3ms")


@pytest.mark.parametrize(
    "text",
    ["delay = ", "delay = '1ms'\n[path]\ndelay = '1ms'\n", "[path]\ndeley = '1ms'\n", "x = 1\n"],
)
def test_bad_toml_is_named(tmp_path, text):
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(ParameterError, match=r"bad\.toml: "):
        San.load(tmp_path / "bad.toml")


def test_former_names_in_toml(tmp_path):
    (tmp_path / "old.toml").write_text("[loops]\nLineRate = '1.0625Gbps'\n")
    with pytest.raises(ParameterError, match=r"old\.toml: LineRate: now called fcLineRate$"):
        San.load(tmp_path / "old.toml")


def test_run(tmp_path):
    San(count=20, output=str(tmp_path)).run()
    assert read_summary(tmp_path / "summary.json")["requests"] == 20
    with pytest.raises(RuntimeError, match="Cheetah9000"):
        San(drive="Cheetah9000", output=str(tmp_path)).run()


def test_a_run_gives_its_results(tmp_path):
    found = San(count=20, readFraction=1, output=str(tmp_path / "out")).run()
    assert found.folder == tmp_path / "out"
    assert found.summary["read"]["count"] == len(found["requests"]) == 20
    assert "connections" in found
    assert "programs" not in found


@pytest.mark.parametrize("again", [lambda san: pickle.loads(pickle.dumps(san)), copy.deepcopy])
def test_a_copy_is_equal_and_its_own(again):
    san = San(delay="3ms", queueDepth=4, workload="closed")
    other = again(san)
    assert other == san
    other.path.delay = "4ms"
    assert san["delay"] == "3ms"
    with pytest.raises(ParameterError, match="delay: fast is not a time"):
        other.path.delay = "fast"
    assert again(san.path) == san.path


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("delay", datetime.timedelta(milliseconds=3), "3ms"),
        ("delay", datetime.timedelta(days=2, microseconds=1), "172800000001us"),
        ("delay", pd.Timedelta("3001ns"), "3001ns"),
        ("delay", pd.to_timedelta(["2s"])[0], "2s"),
        ("delay", np.timedelta64(3, "ms"), "3ms"),
        ("delay", np.str_("3ms"), "3ms"),
        ("linkRate", np.float64(1e9), "1000000000bps"),
        ("count", np.int64(5), 5),
        ("count", np.array(5), 5),
        ("rate", np.float32(0.5), 0.5),
        ("gateway", np.bool_(True), True),
        ("size", [4096, 8192], "4096,8192"),
        ("size", (4096, np.int64(8192)), "4096,8192"),
        ("size", np.array([4096, 8192]), "4096,8192"),
        ("size", {4096: 3, 65536: 1}, "4096:3,65536:1"),
    ],
)
def test_values_of_python_and_numpy(name, value, expected):
    found = San(**{name: value})[name]
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("delay", pd.NaT),
        ("delay", np.timedelta64("NaT")),
        ("delay", datetime.timedelta(-1)),
        ("delay", float("nan")),
        ("linkRate", datetime.timedelta(1)),
        ("size", []),
        ("size", [4096, 100]),
        ("size", {4096: 0}),
        ("count", [5]),
        ("drive", np.array(["Cheetah9LP"])),
    ],
)
def test_values_that_are_none_are_one_line(name, value):
    with pytest.raises(ParameterError, match=rf"^{name}: .* is not a") as error:
        San(**{name: value})
    assert "\n" not in str(error.value)


def test_equal_values_are_equal():
    default = San()["delay"]
    assert default == "1ms"
    for value in ("1000us", 0.001, "0.001s"):
        assert San(delay=value) == San()
        assert San(delay=value).changed() == {}
    assert San(linkRate="1Gbps") == San(linkRate="1000Mbps") != San(linkRate="1GBps")
    # A number of packets is none of bytes.
    assert San(queue="60p") != San(queue="60B")


def test_a_run_that_ends_well_tells_its_notes(tmp_path, capfd):
    """What was understood of a trace is said as on the command line; nothing else is."""
    trace = tmp_path / "two.csv"
    trace.write_text("time_s,operation,lba,blocks,device\n0,R,8,8,0\n0.5,W,16,8,0\n")
    San(count=2, output=str(tmp_path / "out")).run()
    assert capfd.readouterr() == ("", "")
    settings = {"workload": "trace", "trace": str(trace), "drives": 1, "device": "ram"}
    San(**settings, output=str(tmp_path / "out")).run()
    out, notes = capfd.readouterr()
    assert out == ""
    assert notes.startswith(f"note: {trace}: Csv, time in s, ")
    command = [program("iscsi-san"), *(f"--{name}={value}" for name, value in settings.items())]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stderr == notes
