# SPDX-License-Identifier: GPL-2.0-only
"""The fault campaign: what seeds draw, how runs are judged, resumed, reported and shrunk.

A script stands for the scenario program where the program's answer matters.
"""

import dataclasses
import hashlib
import json
import threading
import time

import pytest
from conftest import ROOT
from ns3_iscsi import campaign, campaign_runs, cli
from ns3_iscsi.campaign_cases import DRAW, Case, draw_case, parse_case
from ns3_iscsi.campaign_draw import Draw
from ns3_iscsi.campaign_faults import KINDS, Fault
from ns3_iscsi.campaign_kept import read_kept
from ns3_iscsi.campaign_records import Records
from ns3_iscsi.campaign_report import Coverage, features, text, totals
from ns3_iscsi.campaign_shrink import Shrinker
from ns3_iscsi.campaign_states import STATES, StateCoverage
from ns3_iscsi.parameters import ParameterError

KEPT = ROOT / "tests" / "campaign-kept.txt"
#: What seeds 0 to 299 are, by version of the draw. A draw that changes has another version.
DRAWN = {16: "37d8c10457274eb8"}
#: Seeds in which a drive that lies about FLUSH is found.
LYING = (6, 12, 33)
SUMMARY = '{"requests": 7, "errors": 0, "end_s": 1.5, "faults": {"reset-connections": 1}}'
CASE = Case({"workload": "verify", "drives": "4"}, (Fault(500, "reset-connections"),), 3)


@pytest.fixture
def fake(tmp_path):
    """Give a function that makes a job of a case for a program that is a script."""

    def make(body, case=CASE, **more):
        script = tmp_path / "iscsi-san"
        head = '#!/bin/sh\nfor word; do out="${word#--output=}"; done\nmkdir -p "$out"\n'
        script.write_text(head + body)
        script.chmod(0o755)
        return campaign_runs.Job(seed=None, case=case, program=str(script), **more)

    return make


def write_summary(content=SUMMARY):
    return f"echo '{content}' > \"$out/summary.json\"\n"


def test_a_draw_of_a_version_never_changes():
    lines = "\n".join(draw_case(seed).command_line() for seed in range(300))
    assert hashlib.sha256(lines.encode()).hexdigest()[:16] == DRAWN[DRAW]


def test_numbers_of_a_draw():
    """Of random.Random(1), whose first numbers are 0.1344, 0.8474, 0.7638, 0.2551, 0.4954."""
    draw = Draw(1)
    assert draw.pick("a", "b", "c") == "a"
    assert draw.whole(1, 10) == 9
    assert draw.weighted({"x": 1, "y": 3}) == "y"
    assert draw.chance(0.25) is False
    assert draw.scaled(1, 100) == pytest.approx(100**0.49543508709194095)


def test_what_is_drawn_is_a_network_that_python_takes():
    for seed in range(1500):
        assert campaign_runs.refusal(draw_case(seed).options) is None, seed


def test_seeds_leave_out_and_overdo_kinds():
    """Each kind is in some schedules and not in others that it could reach."""
    cases = [draw_case(seed) for seed in range(2000)]
    for kind in KINDS:
        has = [sum(one.command == kind.command for one in case.faults) for case in cases]
        assert 0 < sum(count > 0 for count in has) < len(cases) / 2, kind.command
        assert max(has) >= 5, kind.command
    assert 0.1 < sum(not case.faults for case in cases) / len(cases) < 0.35
    assert all(not draw_case(seed, with_faults=False).faults for seed in range(100))


def test_a_command_line_is_read_again():
    for seed in range(200):
        case = draw_case(seed)
        assert parse_case(case.command_line()) == case
    assert parse_case("./iscsi-san --drives=1 --output=x").run == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("san-live --drives=1", "expected a command line of iscsi-san"),
        ("iscsi-san drives=1", "drives=1 is no option"),
        ("iscsi-san '--drives", "No closing quotation"),
        ("iscsi-san --RngRun=x", "RngRun is no number"),
        ("iscsi-san --faults=soon", "expected a time and a command"),
    ],
)
def test_wrong_command_lines(line, said):
    with pytest.raises(ParameterError, match=said):
        parse_case(line)


def test_a_run_that_waits_hangs(fake, monkeypatch):
    monkeypatch.setattr(campaign_runs, "_WAITING", 1)
    waits = campaign_runs.run_job(fake("sleep 60", timeout=1))
    said = "not finished after 1 s, most of which it waited"
    assert (waits["verdict"], waits["said"]) == ("hangs", said)


def test_verdicts(fake):
    run = campaign_runs.run_job
    passed = run(fake(write_summary()))
    assert (passed["verdict"], passed["said"]) == ("passed", "")
    assert passed["simulated_s"] == 1.5
    assert passed["faults"] == {"reset-connections": 1}
    wrong = run(fake(write_summary() + "echo 'error: 3 blocks differ' >&2; exit 1"))
    assert (wrong["verdict"], wrong["said"]) == ("wrong", "3 blocks differ")
    assert wrong["hash"] == passed["hash"]
    refused = run(fake("echo 'error: faults: soon is not a time' >&2; exit 1"))
    assert refused["verdict"] == "refused"
    crashed = run(fake("echo 'assert failed. cond=x' >&2; kill -ABRT $$"))
    assert (crashed["verdict"], crashed["said"]) == ("crashed", "SIGABRT: assert failed. cond=x")
    hangs = run(fake("while :; do :; done", timeout=1))
    assert (hangs["verdict"], hangs["said"]) == (
        "hangs",
        "not finished after 1 s of processor time",
    )
    assert run(fake("kill -TERM $$"))["verdict"] == "stopped"


def test_results_that_differ(fake, tmp_path):
    body = f'echo x >> {tmp_path}/runs; cp {tmp_path}/runs "$out"\n' + write_summary()
    assert campaign_runs.run_job(fake(body))["verdict"] == "passed"
    assert campaign_runs.run_job(fake(body, twice=True))["verdict"] == "differs"


def test_nothing_may_fail_where_nothing_goes_wrong(fake):
    failed = write_summary(SUMMARY.replace('"errors": 0', '"errors": 2'))
    calm = dataclasses.replace(CASE, faults=())
    assert campaign_runs.run_job(fake(failed))["verdict"] == "passed"
    outcome = campaign_runs.run_job(fake(failed, calm))
    assert (outcome["verdict"], outcome["said"]) == (
        "wrong",
        "2 requests failed in a network without faults",
    )
    lossy = {"workload": "dd", "cache": "1", "lossToTargets": "0.02"}
    for service, burst, verdict in (
        ("smb", "3", "passed"),
        ("nfs", "3", "wrong"),
        ("nfs", "10", "passed"),
    ):
        case = Case({**lossy, "fileService": service, "lossBurst": burst}, (), 3)
        assert campaign_runs.run_job(fake(failed, case))["verdict"] == verdict


def test_a_network_of_many_requests_is_calm(fake):
    """Error recovery where nothing calls for it: how many requests wait is no disturbance."""
    recovered = write_summary(SUMMARY.replace("}}", '}, "recoveries": {"command resent": 2}}'))
    deep = Case({"workload": "verify", "queueDepth": "32"}, (), 3)
    said = "command resent 2 times in a network without faults"
    assert campaign_runs.run_job(fake(recovered, deep))["said"] == said
    for name, value in [("queue", "20p"), ("lossToTargets", "0.02"), ("recoveryTimeout", "5s")]:
        disturbed = dataclasses.replace(deep, options={**deep.options, name: value})
        assert campaign_runs.run_job(fake(recovered, disturbed))["verdict"] == "passed"


def test_pings_fail_in_slow_networks_alone(fake):
    failed = write_summary(SUMMARY.replace('"errors": 0', '"errors": 2'))
    late = {"delAckCount": "4"}
    for more, verdict in [
        ({"linkRate": "1Gbps"}, "wrong"),
        ({"linkRate": "20Mbps"}, "passed"),
        (late, "passed"),
        ({**late, "delAckTimeout": "40ms"}, "wrong"),
    ]:
        case = Case({"nopTimeout": "2s", **more}, (), 3)
        assert campaign_runs.run_job(fake(failed, case))["verdict"] == verdict


def test_damaged_pdus_that_nobody_asks_for_again(fake):
    """A session that recovers asks again; a host gives its command up after 30 s."""
    slow = write_summary(SUMMARY.replace("}}", '}, "all": {"max_ms": 30001.4}}'))
    damaged = (Fault(500, "damage-pdus", "5ms"),)
    case = Case({"errorRecoveryLevel": "1"}, damaged, 3)
    said = "a request took 30001 ms though its session recovers damaged PDUs"
    assert campaign_runs.run_job(fake(slow, case))["said"] == said
    for options, faults in [
        ({}, damaged),
        ({"errorRecoveryLevel": "1", "lossToTargets": "0.02"}, damaged),
        ({"errorRecoveryLevel": "1", "driveStallTime": "3s", "driveStallInterval": "2s"}, damaged),
        ({"errorRecoveryLevel": "1"}, (*damaged, Fault(500, "reset-connections"))),
    ]:
        assert campaign_runs.run_job(fake(slow, Case(options, faults, 3)))["verdict"] == "passed"


def test_stages_that_do_not_add_up(fake):
    def run(*rows):
        lines = ["time_s,device,latency_s,status,sent_s,completed_s", *rows]
        written = "".join(f'echo {line} >> "$out/requests.csv"\n' for line in lines)
        outcome = campaign_runs.run_job(fake(write_summary() + written))
        return outcome["verdict"], outcome["said"]

    good = "0.900000000,0,1.000000003,ok,0.400000001,0.600000002"
    said = "stages do not add up to the latency of 1000000003 ns, the first: row 2"
    assert run(good) == ("passed", "")
    assert run(good, good.replace("0.400000001", "0.400000000")) == ("wrong", said)
    shifted = good.replace("0.400000001,0.600000002", "-0.400000001,1.400000004")
    assert run(good, shifted) == ("wrong", said)


def test_kinds_of_failures():
    first = {"verdict": "wrong", "said": "3 blocks differ, the first: drive 1, block 17"}
    second = {"verdict": "wrong", "said": "12 blocks differ, the first: drive 0, block 3"}
    assert campaign_runs.signature(first) == campaign_runs.signature(second)
    other = {"verdict": "wrong", "said": "initiator 1: no block was checked"}
    assert campaign_runs.signature(first) != campaign_runs.signature(other)


def test_a_drive_that_lies_is_found():
    """Seeds that cut the power of drives behind FLUSHes: if those lie, contents are gone."""
    found = []
    for seed in LYING:
        job = campaign.make_job(seed, campaign.Settings())
        lying = dataclasses.replace(job.case, options={**job.case.options, "ignoreFlush": "true"})
        assert campaign_runs.run_job(job)["verdict"] == "passed", seed
        found.append(campaign_runs.run_job(dataclasses.replace(job, case=lying))["said"])
    assert all("blocks differ from what was written" in said for said in found)


def test_a_campaign_stops_at_the_first_failure(tmp_path, monkeypatch):
    def run_job(job):
        return {"verdict": "wrong" if job.seed == 2 else "passed", "said": ""}

    monkeypatch.setattr(campaign, "run_job", run_job)
    settings = campaign.Settings(quiet=True, workers=1, until_failure=True)
    records = campaign.run(range(1000), tmp_path, settings)
    assert [one["seed"] for one in records.failures()] == [2]
    assert len(records) < 1000
    assert len(campaign.run(range(1000), tmp_path, settings)) == len(records)


def test_the_first_failure_is_that_of_the_lowest_seed(tmp_path, monkeypatch):
    """Seed 2 fails while seed 1 still runs, which fails, too."""
    failed = threading.Event()

    def run_job(job):
        if job.seed == 1:
            assert failed.wait(10)
        if job.seed == 2:
            failed.set()
        if job.seed > 2:
            time.sleep(0.01)
        return {"verdict": "wrong" if job.seed in (1, 2) else "passed", "said": ""}

    monkeypatch.setattr(campaign, "run_job", run_job)
    settings = campaign.Settings(quiet=True, workers=2, until_failure=True)
    records = campaign.run(range(1000), tmp_path, settings)
    assert records.failures()[0]["seed"] == 1
    assert len(records) < 1000


def test_what_noticed_a_failure():
    def noticed(verdict, said=""):
        return campaign_runs.checker({"verdict": verdict, "said": said})

    assert noticed("wrong", "3 blocks differ from what was written") == "contents"
    assert noticed("wrong", "2 PDUs break a rule, the first: session 0") == "numbers of PDUs"
    stray = "1 units of Fibre Channel break a rule, the first: gateway 0, +1s: FCP_RSP"
    assert noticed("wrong", stray) == "exchanges"
    disagree = "the members of arrays disagree in 2 stripes, the first: array 0, stripe 5"
    assert noticed("wrong", disagree) == "arrays at rest"
    assert noticed("wrong", "initiator 1: none of 8 requests was answered") == "liveness"
    assert noticed("wrong", "something else") == "the program"
    assert (noticed("hangs"), noticed("crashed")) == ("limits", "a signal")


def test_shrinking(fake):
    """It fails with a reset and at least 3 drives, whatever else there is."""
    body = write_summary() + (
        'case "$*" in *--drives=[3-9]*reset-conn*) echo "error: wrong" >&2; exit 1;; esac'
    )
    options = {"workload": "verify", "initiators": "3", "drives": "8", "device": "ram"}
    options |= {"ramLatency": "1ms", "sack": "false", "verifyBlocks": "4096", "count": "300"}
    faults = [Fault(100 + 7 * i, "lose-packets", "9ms") for i in range(9)]
    faults.insert(4, Fault(1234, "reset-connections"))
    shrinker = Shrinker(fake(body, Case(options, tuple(faults), 99)))
    least = shrinker.shrink()
    assert least == Case(
        {"workload": "verify", "drives": "3", "verifyBlocks": "8", "count": "1"},
        (Fault(1000, "reset-connections"),),
        1,
    )
    assert least.test_body().splitlines()[:3] == [
        "        RngSeedManager::SetRun(1);",
        '        SanScenario san({"--workload=verify",',
        '                         "--drives=3",',
    ]


def test_shrinking_keeps_what_finds_damage(fake):
    """Without digests nobody can find damaged PDUs, so wrong contents are no fault then."""
    body = write_summary() + (
        'case "$*" in *damage-pdus*) echo "error: 3 blocks differ" >&2; exit 1;; esac'
    )
    options = {"workload": "verify", "headerDigest": "CRC32C", "dataDigest": "CRC32C", "count": "9"}
    case = Case({**options, "sack": "false"}, (Fault(1000, "damage-pdus", "9ms"),), 1)
    assert Shrinker(fake(body, case)).shrink().options == {**options, "count": "1"}


def test_what_passes_is_not_shrunk(fake):
    with pytest.raises(ValueError, match=r"^it does not fail: passed$"):
        Shrinker(fake(write_summary())).shrink()


def test_a_campaign_goes_on(tmp_path, capsys):
    settings = campaign.Settings(quiet=True)
    first = campaign.run(range(3), tmp_path, settings)
    lines = first.path.read_text().splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [0, 1, 2]
    # A line that was not finished, and a seed of another program, run again.
    other = json.loads(lines[2]) | {"program": "another"}
    first.path.write_text("\n".join([lines[0], json.dumps(other), lines[1][:40]]))
    again = campaign.run(range(3), tmp_path, dataclasses.replace(settings, quiet=False))
    assert again.path.read_text().splitlines() == lines
    assert "3/3 seeds, 0 failed, 1 cached" in capsys.readouterr().err
    assert json.loads(lines[0])["twice"]
    assert len(Records(tmp_path)) == 3


def test_report():
    about = {"draw": DRAW, "program": "p", "with_faults": True, "twice": False}
    passed = {"verdict": "passed", "said": "", "simulated_s": 2, "requests": 5}
    records = [
        {"seed": seed, **about, **passed, "checked_blocks": 8, "faults": {}} for seed in range(20)
    ]
    seed = next(seed for seed in range(20) if draw_case(seed).faults)
    command = draw_case(seed).faults[0].command
    records[seed] |= {"faults": {command: 3}, "verdict": "wrong", "said": "bad", "command": "line"}
    sums = totals(records)
    assert sums["verdicts"] == {"passed": 19, "wrong": 1}
    assert (sums["simulated_s"], sums["checked_blocks"]) == (40, 160)
    coverage = Coverage(records, drawn=200)
    assert coverage.faults == {command: 3}
    assert set(coverage.pairs) == {(name, command) for name in features(draw_case(seed))}
    said = text(records, coverage)
    assert f"  seed {seed}: wrong: bad\n    line\n" in said
    rows = coverage.csv().splitlines()
    assert rows[0].split(",")[:2] == ["feature", "seeds"]
    assert len(rows) > 100


def test_states_that_faults_met():
    """Of one seed; what the draw cannot bring together has a reason, as has a state of no part."""
    record = {"states": {"lip-storm": {"exchange ABORTING": 2, "loop port Online": 3}}}
    coverage = StateCoverage([record, {}], [draw_case(seed) for seed in range(3000)])
    commands = [kind.command for kind in KINDS]
    storm = commands.index("lip-storm")
    cells = {f"{part} {state}": cells[storm] for part, state, cells in coverage.rows()}
    assert (cells["exchange ABORTING"], cells["loop port Online"]) == (2, 3)
    assert cells["exchange SENT"] == 0
    assert cells["loop port Bypassed"] == "nobody bypasses a port"
    assert coverage.reason("loop port", "Online", "portal-state") == (
        "no network of the draw has both"
    )
    lines = coverage.text()
    assert next(line for line in lines if "exchange ABORTING" in line).split()[storm + 2] == "2"
    assert coverage.csv().splitlines()[0] == ",".join(["part", "state", *commands])
    assert len(coverage.csv().splitlines()) == 1 + sum(map(len, STATES.values()))


def test_seeds_that_once_failed():
    assert cli.main(["campaign", "kept", str(KEPT)]) == 0
    assert all(why for why, _ in read_kept(KEPT))


def test_forty_seeds(tmp_path, capsys):
    status = cli.main(["campaign", "run", "--seeds", "40", "--out", str(tmp_path)])
    assert status == 0, capsys.readouterr().err
    assert cli.main(["campaign", "report", str(tmp_path), "--csv", str(tmp_path / "c.csv")]) == 0
    assert "40 seeds of draw" in capsys.readouterr().out


def test_command_line(capsys, tmp_path):
    assert cli.main(["campaign", "show", "17"]) == 0
    assert parse_case(capsys.readouterr().out) == draw_case(17)
    assert cli.main(["campaign", "show", "17", "--test", "--no-faults"]) == 0
    assert "SanScenario san({" in capsys.readouterr().out
    assert cli.main(["campaign", "shrink"]) == 1
    assert capsys.readouterr().err == "error: shrink: give a seed or --case\n"
    assert cli.main(["campaign", "report", str(tmp_path)]) == 1
    assert "no records of a campaign" in capsys.readouterr().err
    wrong = tmp_path / "kept.txt"
    wrong.write_text("iscsi-san --drives=1\n")
    assert cli.main(["campaign", "kept", str(wrong)]) == 1
    assert "kept.txt:1: a comment before it must say why" in capsys.readouterr().err
