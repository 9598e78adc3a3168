# SPDX-License-Identifier: GPL-2.0-only
"""Fits parameters of a drive or a host to measurements::

    from ns3_iscsi import calibration

    print(*calibration.calibrate("850evo.toml", "mine.ssd"), sep="\\n")

doc/calibrate.rst says what is in the file.
"""

from pathlib import Path

from . import calibration_file, calibration_report, folder_lock
from .calibration_fit import Fitter
from .calibration_runs import CalibrationRuns
from .result_files import check


def calibrate(path, out, *, folder="out/calibrate", most_runs=1000, workers=None, quiet=True):
    """Fit parameters and write the drive, or the network, that has them.

    :param path: the calibration, a file in TOML
    :param out: the new file: of a drive ``.disk`` or ``.ssd``, of a network ``.toml``
    :param folder: where results of runs are; those it has are not simulated again
    :param most_runs: runs at most, those before counted as well
    :param workers: runs at a time, None for one per core
    :param quiet: do not say on standard error how far it is
    :return: what came out, a list of lines
    :raises ValueError: one line, if something in the calibration is wrong, or scipy is missing
    :raises FileExistsError: one line, if there is a file at ``out``; then nothing was run
    :raises RuntimeError: one line, if a run failed, or somebody else holds the folder
    """
    _check_scipy()
    _check_new(out)
    made = calibration_file.read(path)
    made.subject.check_out(out)
    check(out)
    folder = Path(folder).resolve()
    runs = CalibrationRuns(made, folder, most_runs, workers, quiet)
    folder.mkdir(parents=True, exist_ok=True)
    with folder_lock.held(folder):
        # What is wrong with cells that are predicted is told before the fit.
        runs.simulated([one.start for one in made.parameters])
        fitted = Fitter(made.parameters, runs.errors).fit()
        simulated = runs.simulated(fitted.values)
    _check_new(out)
    about = [f"{made.subject.title}, fitted by ns3-iscsi calibrate"]
    made.subject.write(out, fitted.values, [*about, *calibration_report.summary(made, simulated)])
    return calibration_report.describe(made, fitted, simulated, runs.count)


def _check_scipy():
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        raise ValueError("calibrate needs the extra: pip install ns3-iscsi[calibrate]") from None


def _check_new(out):
    if Path(out).exists() or Path(out).is_symlink():
        raise FileExistsError(f"{out}: it exists, and is not overwritten")
