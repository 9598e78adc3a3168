# SPDX-License-Identifier: GPL-2.0-only
"""Pictures and figures of the documentation: what lint notices, and that simulations agree."""

import shutil
from pathlib import Path

import figure_record
import figures
import iscsi_cost
import pytest
from conftest import ROOT

#: Figures are written with three digits at most.
DIGITS = 5e-4


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the figures with what they are made from."""
    paths = {figure_record.RECORD.as_posix(), "requirements.txt"}
    for figure in figure_record.FIGURES.values():
        paths |= {figure.output, *figure.inputs}
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_figures_are_those_that_were_made(tree) -> None:
    assert figure_record.check(tree, []) == []


def test_changed_script_is_noticed(tree) -> None:
    replace(tree / "bindings/python/ns3_iscsi/pictures.py", "#0072B2", "#0072B3")
    names = ("demo-stages", *(f"ssd-{name}" for name in figure_record.SSD_PICTURES))
    assert figure_record.check(tree, []) == [
        f"doc/figures/{name}.svg:1: {name} is older than "
        "bindings/python/ns3_iscsi/pictures.py: run `make figures`"
        for name in names
    ]


def test_changed_number_is_noticed(tree) -> None:
    replace(tree / "src/disk-model/doc/disk-model.rst", "+0.06 %", "+0.07 %")
    assert figure_record.check(tree, []) == [
        "src/disk-model/doc/disk-model.rst:1: cheetah9lp was changed by hand: run `make figures`"
    ]


def test_text_around_figures_is_free(tree) -> None:
    path = tree / "src/disk-model/doc/disk-model.rst"
    path.write_text("Preface\n\n" + path.read_text() + "\nEpilogue\n")
    assert figure_record.check(tree, []) == []


def test_lost_mark_is_noticed(tree) -> None:
    replace(tree / "src/disk-model/doc/disk-model.rst", ".. end of cheetah9lp", "")
    (finding,) = figure_record.check(tree, [])
    assert finding.startswith("src/disk-model/doc/disk-model.rst:1: cheetah9lp: no text between")


def test_other_version_of_a_package_is_noticed(tree) -> None:
    replace(tree / "requirements.txt", "matplotlib==", "matplotlib==1")
    (finding, *others) = figure_record.check(tree, [])
    assert finding.endswith("demo-stages is older than matplotlib: run `make figures`")
    assert len(others) == len(figure_record.SSD_PICTURES)


def test_picture_that_nobody_makes_is_noticed(tree) -> None:
    files = [Path("src/iscsi/doc/login.svg"), Path("doc/figures/demo-stages.svg")]
    assert figure_record.check(tree, files) == [
        "src/iscsi/doc/login.svg:1: not made by `make figures`: name it in tools/figure_record.py"
    ]


def recorded(name: str) -> dict:
    return figure_record.load(ROOT)[name]["figures"]


def test_demo_takes_the_recorded_times(tmp_path) -> None:
    """If this fails after a change to a model, the README's picture is old: make figures."""
    assert figures.simulate_demo(tmp_path) == pytest.approx(
        recorded("demo-stages"), rel=DIGITS, abs=1e-6
    )


@pytest.mark.parametrize("name", figure_record.SSD_PICTURES)
def test_pictures_of_ssds_have_the_recorded_numbers(name, tmp_path) -> None:
    """If this fails after a change to the module, its pictures are old: make figures."""
    found = figures.simulate_ssd(name, tmp_path)
    assert found == pytest.approx(recorded(f"ssd-{name}"), rel=DIGITS)
    if name == "amplification":
        for key in [key for key in found if key.endswith("simulated")]:
            assert found[key] == pytest.approx(
                found[key.replace("simulated", "closed form")], rel=0.02
            )
    assert (tmp_path / f"{name}.png").stat().st_size > 10_000


def test_drive_is_as_far_from_the_measured_one_as_recorded(tmp_path) -> None:
    """If this fails after a change to the drive, the manual's table is old: make figures."""
    if not (figures.DISKSIM / "cheetah9LP.trace").exists():
        pytest.skip(f"no {figures.DISKSIM / 'cheetah9LP.trace'}")
    assert figures.simulate_cheetah(figures.DISKSIM, tmp_path) == pytest.approx(
        recorded("cheetah9lp"), rel=DIGITS, abs=1e-5
    )


def test_reads_over_iscsi_take_the_recorded_times(tmp_path) -> None:
    """If this fails after a change to a model, the page on the cost of iSCSI is old."""
    found = iscsi_cost.simulate_latency(tmp_path)
    assert found == pytest.approx(recorded("iscsi-cost-latency"), rel=DIGITS, abs=1e-3)
    for rate in iscsi_cost.LINKS:
        of = {hosts: found[f"{hosts} {rate} all"] for hosts in iscsi_cost.HOSTS}
        # Two PDUs at each end, and an interrupt at each.
        assert of["70,000 a core"] - of["no time"] == pytest.approx(4e6 / 140_000, abs=0.01)
        assert of["and interrupts"] - of["70,000 a core"] == pytest.approx(40, abs=0.01)
        parts = [found[f"no time {rate} {part}"] for part in (*iscsi_cost.NETWORK, "drive")]
        assert sum(parts) == pytest.approx(of["no time"], abs=0.01)


def test_cores_do_the_recorded_rates(tmp_path) -> None:
    """If this fails after a change to a model, the page on the cost of iSCSI is old."""
    found = iscsi_cost.simulate_cores(tmp_path)
    assert found == pytest.approx(recorded("iscsi-cost-cores"), rel=DIGITS, abs=1e-6)
    for cores in iscsi_cost.CORES:
        for connections in iscsi_cost.CONNECTIONS:
            limit = 70 * min(cores, connections)
            rate = found[f"{cores} {connections}"]
            assert rate < 1.001 * limit
            # The drive alone does 470,000 a second.
            assert limit > 400 or rate == pytest.approx(limit, rel=0.03)
            # The work of the login, and of the end of the run, is little.
            busy = found[f"{cores} {connections} busy"]
            assert busy == pytest.approx(rate / 70 / cores, rel=0.02)
    for cores in iscsi_cost.CORES[1:]:
        # The core of the queue takes in one PDU of each read, and sends one of every nth.
        single = 140 / (1 + 1 / cores)
        assert found[f"{cores} 8 one queue"] == pytest.approx(single, rel=0.01)
