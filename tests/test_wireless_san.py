# SPDX-License-Identifier: GPL-2.0-only
"""wireless-san, and iscsi-san and tcp-bulk with linkType=wifi: what they say, and closed forms."""

import json
import subprocess
from math import ceil

import pytest
from ns3_iscsi import ParameterError, San, sweep
from ns3_iscsi.build_info import program
from san_runs import error_of, read_rows, read_summary, run

#: One read of 512 bytes from memory at a time, with a pause in which the air is idle.
ONE = {"device": "ram", "drives": 1, "workload": "closed", "size": "512", "alignment": 512}
ONE |= {"readFraction": 1, "count": 20, "thinkTime": "10ms"}

#: 802.11b, us: DIFS, and SIFS with an acknowledgement at 11 Mb/s behind a long preamble.
DIFS = 50
ACKED = 10 + 192 + 11
#: Slots of 20 us, of which a backoff has 15.5 in the mean.
BACKOFF = 15.5 * 20


def air_us(ip_bytes, rate=11):
    """Time of a frame: long preamble, and 36 bytes around the IP packet."""
    return 192 + ceil((ip_bytes + 36) * 8 / rate)


#: A SCSI Command, and Data-In of 512 bytes with its status, behind IP and TCP with time stamps.
COMMAND = air_us(20 + 32 + 48)
DATA_IN = air_us(20 + 32 + 48 + 512)
#: What both take on a hop.
HOP = DIFS + COMMAND + DIFS + DATA_IN


def arguments(parameters):
    return [f"--{name}={value}" for name, value in parameters.items()]


def median_us(out, *options, name="wireless-san"):
    run(out, *arguments(ONE), *options, name=name)
    return read_summary(out)["all"]["median_ms"] * 1e3


def test_program_prints_its_figures(tmp_path):
    done = run(tmp_path, *arguments(ONE), name="wireless-san")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["requests", "IOPS", "MB/s", "mean", "ms", "p95", "ms", "p99", "ms"]
    assert [line.split()[:2] for line in lines[1:]] == [
        ["all", "20"],
        ["read", "20"],
        ["write", "0"],
    ]
    assert done.stderr == ""
    assert len(read_rows(tmp_path)) == 20


def test_is_iscsi_san_without_cables(tmp_path):
    options = [*arguments(ONE), "--relays=1", "--RngRun=3"]
    run(tmp_path / "wireless", *options, name="wireless-san")
    run(tmp_path / "any", *options, "--linkType=wifi")
    run(tmp_path / "other", *arguments(ONE), "--relays=1", "--RngRun=4", name="wireless-san")
    names = ("requests.csv", "summary.json", "connections.csv", "pdus.csv")
    for name in names:
        ours = (tmp_path / "wireless" / name).read_bytes()
        assert ours == (tmp_path / "any" / name).read_bytes(), name
    other = (tmp_path / "other" / "requests.csv").read_bytes()
    assert other != (tmp_path / "wireless" / "requests.csv").read_bytes()


def describe(name):
    command = [str(program(name)), "--describe"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    return {one["name"]: one for one in json.loads(done.stdout)}


def test_description_has_radios_and_no_cables():
    wireless, cables = describe("wireless-san"), describe("iscsi-san")
    path = {name for name, one in cables.items() if one["group"] == "path"}
    assert {name for name, one in wireless.items() if one["group"] == "path"} == {"mtu", "queue"}
    assert set(cables) - set(wireless) == path - {"mtu", "queue"}
    assert "wifi" in cables["linkType"]["values"]
    radios = {name for name, one in wireless.items() if one["group"] == "wireless"}
    assert {"wifiStandard", "wifiSifs", "wifiRtsThreshold", "relays", "relayChannel"} <= radios
    for name in radios:
        assert wireless[name] == cables[name]
        assert not wireless[name]["help"].endswith("."), name


#: Values of options whose examples are their defaults, where 1 is none.
OTHER = {"wifiMsduLifetime": "2s", "interfererRate": "2Mbps"}


def test_every_wireless_option_needs_radios(tmp_path):
    wireless = [one for one in describe("iscsi-san").values() if one["group"] == "wireless"]
    for one in wireless:
        other = [value for value in one.get("values", []) if value != one["default"]]
        value = other[0] if other else one["example"]
        if str(value) == str(one["default"]):
            value = OTHER.get(one["name"], 1)
        error = error_of(tmp_path / "out", f"--{one['name']}={value}")
        assert error == f"error: {one['name']}: {value} needs linkType=wifi"


@pytest.mark.parametrize(
    "options, message",
    [
        (["--linkType=wifi", "--delay=2ms"], "delay: 2ms needs linkType=ethernet or ppp"),
        (["--linkType=wifi", "--mtu=2297"], "mtu: 2297 is more than the 2296 bytes of a frame"),
        (["--linkType=wifi", "--wifiDataMode=HtMcs3"], "wifiDataMode: HtMcs3 is not one of Dsss"),
        (["--linkType=wifi", "--wifiChannelWidth=40"], "wifiChannelWidth: 40 is not one of 22 MHz"),
        (["--linkType=wifi", "--wifiDistance=1000"], "initiator iqn.2026-11.org.nsnam:initiator-0"),
    ],
)
def test_mistakes_are_one_line(tmp_path, options, message):
    assert error_of(tmp_path / "out", *options).startswith(f"error: {message}")


@pytest.mark.parametrize("relays", [0, 1, 2])
def test_a_read_takes_its_frames_and_waits(tmp_path, relays):
    """Command and Data-In cross each hop; an answer begins when its sender has acknowledged."""
    own = median_us(tmp_path, f"--relays={relays}")
    assert own == pytest.approx((relays + 1) * HOP + ACKED, abs=0.2)


@pytest.mark.parametrize("relays", [1, 2])
def test_a_relay_on_one_channel_waits_for_backoffs(tmp_path, relays):
    """Each frame but the first follows an acknowledgement, and relays have a backoff to finish.

    They drew it when they had sent the command, and all count it down while nobody sends, so the
    longest one counts.
    """
    options = [f"--relays={relays}", "--relayChannel=same", "--count=300"]
    run(tmp_path, *arguments(ONE), *options, name="wireless-san")
    fixed = (relays + 1) * HOP + (2 * relays + 1) * ACKED
    times = [float(row["latency_s"]) * 1e6 for row in read_rows(tmp_path)[1:]]
    slots = [(time - fixed) / 20 for time in times]
    assert all(abs(count - round(count)) < 0.02 for count in slots)
    assert min(slots) > -0.5
    assert max(slots) < 31.5
    mean = sum(1 - (m / 32) ** relays for m in range(1, 32))
    assert sum(slots) / len(slots) == pytest.approx(mean, rel=0.1, abs=0.02)


def test_sifs_lengthens_difs_too(tmp_path):
    longer = median_us(tmp_path / "longer", "--wifiSifs=56us") - median_us(tmp_path / "b")
    assert longer == pytest.approx(3 * 46, abs=0.01)


def test_a_sweep_over_relays(tmp_path):
    san = San(linkType="wifi", **ONE)
    assert san.wireless.relays == 0

    def medians(channel, relays):
        one, folder = san.replace(relayChannel=channel), str(tmp_path / channel)
        table = sweep(one, {"relays": relays}, folder=folder, workers=1, quiet=True)
        assert list(table["requests"]) == [20] * len(relays)
        return dict(zip(relays, table["all_median_ms"], strict=True))

    # Without relays there are no channels to choose among.
    own, same = medians("own", [0, 1, 2]), medians("same", [1, 2])
    for relays, median in own.items():
        assert median == pytest.approx(((relays + 1) * HOP + ACKED) / 1e3, abs=2e-4)
    for relays, median in same.items():
        longer = median - ((relays + 1) * HOP + ACKED) / 1e3 - 2 * relays * ACKED / 1e3
        assert -2e-4 <= longer <= 31 * 0.02 * relays + 2e-4


def test_san_in_python(tmp_path):
    San(linkType="wifi", wifiStandard="802.11g", output=str(tmp_path / "g"), **ONE).run()
    assert read_summary(tmp_path / "g")["requests"] == 20
    with pytest.raises(ParameterError, match=r"wifiStandard: 802\.11 is not one of 802\.11a, "):
        San(wifiStandard="802.11")
    with pytest.raises(ParameterError, match=r"^relays: 1 needs linkType=wifi$"):
        San(relays=1, output=str(tmp_path / "no")).run()


def rate_of(out, *options):
    """TCP's payload, MB/s."""
    run(out, "--linkType=wifi", "--stop=5s", "--warmUp=1s", *options, name="tcp-bulk")
    return read_summary(out)["steady"]["mb_per_s"]


@pytest.mark.parametrize("sifs", [10, 56])
def test_tcp_takes_two_frames_and_an_acknowledgement(tmp_path, sifs):
    """Two full segments for each acknowledgement, which counts down its backoff with the others.

    Without collisions, which cost up to 5 %.
    """
    frame = 2 * sifs + 40 + 203
    cycle = 2 * (frame + air_us(1500)) + frame + air_us(52) + 2 * BACKOFF
    most = 2 * 1448 / cycle
    assert 0.95 * most < rate_of(tmp_path, f"--wifiSifs={sifs}us") < most


def test_relays_share_one_channel_alone(tmp_path):
    alone = rate_of(tmp_path / "alone")
    own = rate_of(tmp_path / "own", "--relays=1")
    same = rate_of(tmp_path / "same", "--relays=1", "--relayChannel=same")
    assert own == pytest.approx(alone, rel=0.02)
    assert same == pytest.approx(alone / 2, rel=0.1)


def test_longer_frames_carry_more(tmp_path):
    """2208 bytes of data in 2260 of IP; each frame has the same preamble, waits and answer."""
    frame = DIFS + ACKED
    cycle = 2 * (frame + air_us(2260)) + frame + air_us(52) + 2 * BACKOFF
    most = 2 * 2208 / cycle
    assert 0.95 * most < rate_of(tmp_path, "--mtu=2260", "--segmentSize=2208") < most
