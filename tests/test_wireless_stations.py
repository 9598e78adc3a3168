# SPDX-License-Identifier: GPL-2.0-only
"""What the stations of a wireless network do: stations.csv, sums in summary.json, the capture."""

from collections import Counter
from decimal import Decimal

import pytest
from san_runs import error_of, read_rows, read_summary, run, tshark

#: A short run of reads and writes over 802.11b.
SHORT = (
    *("--linkType=wifi", "--device=ram", "--drives=1", "--workload=closed", "--queueDepth=2"),
    *("--size=16384", "--readFraction=0.5", "--count=40"),
)
STATES = ("tx_s", "rx_s", "cca_busy_s", "idle_s", "other_s")
#: What a radio is given for its energy: V, and A for each state.
VOLTAGE = 5
CURRENTS = {"tx_s": 0.45, "rx_s": 0.27, "cca_busy_s": 0.2, "idle_s": 0.1, "other_s": 0.1}
POWER = (
    *("--wifiVoltage=5", "--wifiTxCurrent=0.45", "--wifiRxCurrent=0.27"),
    *("--wifiBusyCurrent=0.2", "--wifiIdleCurrent=0.1"),
)


def stations_of(out):
    """Give the rows of stations.csv by station and channel."""
    return {(row["station"], row["channel"]): row for row in read_rows(out, "stations.csv")}


def count(rows, column):
    return sum(int(row[column]) for row in rows.values())


@pytest.mark.parametrize("standard", ["802.11b", "802.11n"])
def test_states_add_up_to_the_time_of_the_requests(tmp_path, standard):
    run(tmp_path, *SHORT, f"--wifiStandard={standard}", "--wifiFading=3", "--wifiDistance=25")
    requests = read_rows(tmp_path)
    begin = min(Decimal(row["time_s"]) for row in requests)
    end = max(Decimal(row["time_s"]) + Decimal(row["latency_s"]) for row in requests)
    rows = stations_of(tmp_path)
    assert list(rows) == [("initiator-0", "0"), ("target-0", "0")]
    for row in rows.values():
        assert sum(Decimal(row[state]) for state in STATES) == end - begin
        assert Decimal(row["other_s"]) == 0
        assert Decimal(row["data_air_s"]) <= Decimal(row["tx_s"])
        assert Decimal(row["backlog_s"]) <= end - begin
    wireless = read_summary(tmp_path)["wireless"]
    assert Decimal(str(wireless["seconds"])) == end - begin
    assert wireless["sent"] == count(rows, "sent")
    assert wireless["retries"] == count(rows, "retries") > 0
    (channel,) = wireless["channels"]
    assert channel["busy"] + channel["waiting"] + channel["empty"] == pytest.approx(1, abs=2e-6)
    sent = sum(Decimal(row["tx_s"]) for row in rows.values()) / (end - begin)
    assert channel["busy"] + channel["colliding"] == pytest.approx(float(sent), abs=2e-6)


def test_frames_and_their_bytes(tmp_path):
    """Without losses every segment of TCP is a frame, sent once unless frames collided."""
    run(tmp_path, *SHORT, "--wifiStandard=802.11b")
    rows = stations_of(tmp_path)
    for row in rows.values():
        assert int(row["sent"]) == int(row["frames"]) + int(row["retries"])
        assert abs(int(row["acknowledged"]) - int(row["frames"])) <= 2
        assert int(row["dropped_queue"]) == int(row["dropped_retries"]) == 0
        assert 0 < float(row["wait_mean_ms"]) < float(row["delay_mean_ms"])
    payload = sum(int(row["bytes"]) for row in read_rows(tmp_path))
    assert payload < count(rows, "acknowledged_bytes") < 1.2 * payload


def test_energy_is_voltage_times_current_times_time(tmp_path):
    run(tmp_path, *SHORT, *POWER)
    rows = stations_of(tmp_path)
    for row in rows.values():
        joules = VOLTAGE * sum(CURRENTS[state] * float(row[state]) for state in STATES)
        assert float(row["joules"]) == pytest.approx(joules, abs=1e-6)
    summary = read_summary(tmp_path)
    joules = sum(float(row["joules"]) for row in rows.values())
    assert summary["wireless"]["joules"] == pytest.approx(joules, abs=2e-6)
    gigabytes = sum(int(row["bytes"]) for row in read_rows(tmp_path)) / 1e9
    assert summary["wireless"]["joules_per_gb"] == pytest.approx(joules / gigabytes, rel=1e-4)


def test_a_relay_has_a_row_for_each_radio(tmp_path):
    run(tmp_path, *SHORT, "--relays=1")
    rows = stations_of(tmp_path)
    names = [("initiator-0", "0"), ("relay-0", "0"), ("relay-0", "1"), ("target-0", "1")]
    assert list(rows) == names
    assert len(read_summary(tmp_path)["wireless"]["channels"]) == 2
    # What the relay hears on one channel it sends on the other.
    first, second = (int(rows["relay-0", channel]["frames"]) for channel in "01")
    assert first == pytest.approx(int(rows["target-0", "1"]["frames"]), abs=2)
    assert second == pytest.approx(int(rows["initiator-0", "0"]["frames"]), abs=2)


def test_what_one_request_at_a_time_leaves_empty(tmp_path):
    """A host cost of 5 ms a command: the channel is empty meanwhile, and less so with several."""
    shares = {}
    for depth in (1, 4):
        cost = ("--targetTimePerCommand=5ms", f"--queueDepth={depth}", "--size=8192")
        run(tmp_path / str(depth), *SHORT, *cost, "--readFraction=1")
        summary = read_summary(tmp_path / str(depth))
        shares[depth] = summary["wireless"]["channels"][0], summary["all"]["mb_per_s"]
    (alone, slow), (several, fast) = shares[1], shares[4]
    assert fast > slow
    assert several["empty"] < alone["empty"]
    # Throughput is proportional to the time on the air: the mean frame takes as long.
    assert fast / slow == pytest.approx(several["busy"] / alone["busy"], rel=0.03)
    # 40 commands of 5 ms each, one after the other.
    seconds = read_summary(tmp_path / "1")["wireless"]["seconds"]
    assert alone["empty"] * seconds == pytest.approx(40 * 0.005, rel=0.1)


def test_tcp_bulk_has_the_figures_after_its_warm_up(tmp_path):
    run(tmp_path, "--linkType=wifi", "--stop=3s", "--warmUp=1s", name="tcp-bulk")
    rows = stations_of(tmp_path)
    for row in rows.values():
        assert sum(Decimal(row[state]) for state in STATES) == 2
    summary = read_summary(tmp_path)
    assert summary["wireless"]["seconds"] == 2
    received = summary["wireless"]["joules"] / summary["wireless"]["joules_per_gb"] * 1e9
    rate = summary["steady"]["mb_per_s"] * 1e6
    assert received == pytest.approx(2 * rate, rel=0.03)


def test_a_network_out_of_range_ends_by_itself(tmp_path):
    """Nothing of the figures keeps the simulation alive, and results are whole or not there."""
    far = (*SHORT, "--wifiDistance=100000")
    assert "iqn" in error_of(tmp_path / "error", *far)
    run(tmp_path / "may", *far, "--mayFail=true")
    rows = stations_of(tmp_path / "may")
    summary = read_summary(tmp_path / "may")
    assert len(summary["failures"]) == 1
    assert summary["wireless"]["joules_per_gb"] is None
    sender = rows["initiator-0", "0"]
    assert int(sender["dropped_retries"]) > 0
    assert int(sender["acknowledged"]) == 0
    assert sum(Decimal(sender[state]) for state in STATES) < 3600


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    options = (*SHORT, "--initiators=2", "--wifiFading=1", "--wifiDistance=20")
    for name, seed in (("first", 3), ("second", 3), ("other", 4)):
        run(tmp_path / name, *options, f"--RngRun={seed}")
    first, second, other = (
        (tmp_path / name / "stations.csv").read_bytes() for name in ("first", "second", "other")
    )
    assert first == second != other


def test_cables_have_no_stations(tmp_path):
    run(tmp_path, "--count=10")
    assert not (tmp_path / "stations.csv").exists()
    assert "wireless" not in read_summary(tmp_path)
    # No file is left of an earlier attempt, either.
    line = error_of(tmp_path / "wrong", "--count=10", "--wifiTxCurrent=1")
    assert line == "error: wifiTxCurrent: 1 needs linkType=wifi"


@pytest.mark.parametrize(
    ("standard", "header"), [("802.11b", 24), ("802.11n", 26), ("802.11ax", 26)]
)
def test_a_capture_decodes_and_agrees_with_the_counters(tmp_path, standard, header):
    options = (*SHORT, f"--wifiStandard={standard}", "--size=65536", "--queueDepth=4")
    run(tmp_path, *options, "--pcap=true", "--snaplen=0")
    capture = tmp_path / "san.pcap"
    opcodes = Counter()
    for line in tshark(capture, "-Y", "iscsi", "-T", "fields", "-e", "iscsi.opcode"):
        opcodes.update(int(code, 16) for code in line.split(","))
    rows = read_rows(tmp_path, "pdus.csv")
    assert opcodes == {int(row["opcode"], 16): int(row["count"]) for row in rows}

    assert tshark(capture, "-Y", "_ws.malformed") == []
    checked = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-Y")
    segments = tshark(capture, "-Y", "tcp", "-T", "fields", "-e", "frame.len", "-e", "ip.len")
    assert len(tshark(capture, *checked, "tcp.checksum.status == 1")) == len(segments)
    assert {int(one) - int(other) for one, other in map(str.split, segments)} == {header + 8}
    kinds = Counter(tshark(capture, "-T", "fields", "-e", "wlan.fc.type"))
    assert set(kinds) <= {"0", "1", "2"}
    # Frames of data are answered one by one, but those that collided, or together.
    answers = len(tshark(capture, "-Y", "wlan.fc.type_subtype in {0x19, 0x1d}"))
    low, high = (0.95, 1) if standard == "802.11b" else (1 / 64, 0.5)
    assert low < answers / kinds["2"] < high


def test_a_capture_of_headers(tmp_path):
    """TCP payload of zeros is left out, behind 24 + 8 bytes and the headers of IP and TCP."""
    run(tmp_path, *SHORT, "--pcap=true", "--snaplen=128")
    capture = tmp_path / "san.pcap"
    fields = ("frame.cap_len", "frame.len", "tcp.hdr_len")
    columns = [word for field in fields for word in ("-e", field)]
    long = tshark(capture, "-Y", "frame.len > 1500", "-T", "fields", *columns)
    kept = Counter()
    for kept_bytes, _, tcp in map(str.split, long):
        kept[int(kept_bytes) - (24 + 8 + 20 + int(tcp))] += 1
    assert kept[0] > len(long) / 2
    assert max(kept) <= 128
