# SPDX-License-Identifier: GPL-2.0-only
"""What can be calibrated: a drive, by keywords of its file, and a host, by options of iscsi-san."""

import hashlib
import json
import math
import re
import tempfile
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from . import drives, points, sweeps
from .build_info import environment_changes, program
from .parameters import SCENARIO, ParameterError, find
from .quantities import shown
from .result_files import write_atomically
from .san import San

#: The run of ns3's random streams, the same for all values of parameters.
_RUN = 1
_DRIVE_PROGRAM = "drive-fio"
#: Significant digits of a value.
_DIGITS = 6
#: How far apart limits are at least, as a share of the greater.
_LEAST_RANGE = 0.001
_NAME = re.compile(r"(\w+)(?:\[([0-9]+)\])?")
_QUANTITY = re.compile(r"([-+.0-9eE]*[.0-9])(.*)")
#: Types of options that can be fitted.
_TYPES = ("integer", "number", "time", "rate", "queue")


@dataclass(frozen=True)
class Parameter:
    """A number that is fitted, in its limits.

    :param name: keyword of a drive file, with its index in a list, or option of iscsi-san
    :param start: where the fit begins
    :param low: the least value
    :param high: the greatest value
    :param unit: what stands behind the number
    :param is_whole: whether it takes whole numbers only
    """

    name: str
    start: float
    low: float
    high: float
    unit: str = ""
    is_whole: bool = False

    def text(self, value):
        """Give a value as a drive file or an option has it."""
        number = Decimal(f"{value:.0f}" if self.is_whole else f"{value:.{_DIGITS}g}")
        return f"{number:f}{self.unit}"

    def rounded(self, value):
        """Give the value that is meant by its text."""
        return float(self.text(value).removesuffix(self.unit))

    def position(self, value):
        """Give where in the limits a value is, 0 to 1, by logarithm if all are above 0."""
        if self.low > 0:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def at(self, position):
        """Give the value at a position."""
        if self.low > 0:
            value = self.low * (self.high / self.low) ** position
        else:
            value = self.low + position * (self.high - self.low)
        return min(max(self.rounded(value), self.low), self.high)


class DriveSubject:
    """A drive of the catalogue under loads of fio.

    :param tables: the calibration: ``drive`` and ``parameters``
    :param loads: dicts of ``job`` and ``aged`` by name
    :param folder: what names of files are relative to
    :raises ValueError: one line, if something is wrong
    """

    LOAD_KEYS = ("job", "aged")

    def __init__(self, tables, loads, folder):
        self._name = tables["drive"]
        self._keywords = self._read_keywords()
        self._loads = {name: _fio_load(name, load, folder) for name, load in loads.items()}
        made = [
            _limits(name, it, _NAME.fullmatch, lambda text: (text, ""))
            for name, it in tables["parameters"].items()
        ]
        for parameter in made:
            self._values_of(parameter)
        self.parameters = self._checked(made)

    @property
    def title(self):
        """What it is called."""
        return self._name

    def point(self, load, values, folder):
        """Give the run of a load.

        :param load: its name
        :param values: of the parameters
        :param folder: where results are
        """
        text = self._text(self._texts(values))
        job, aged = self._loads[load]
        scenario = str(program(_DRIVE_PROGRAM))
        versions = sweeps.versions_of(scenario)
        content = job if "\n" in job else Path(job).read_text()
        base = self._file.read_text()
        key = _hash([base, text, content, aged, versions])
        drive = folder / "drives" / f"{_hash(text)}{self.ending}"
        if not drive.is_file():
            write_atomically(drive, text)
        command = [scenario, f"--drive={drive}", f"--job={job}", f"--RngRun={_RUN}"]
        return points.Point(
            key=key,
            command=(*command, *(["--aged"] if aged else [])),
            folder=str(folder / key),
            parameters={"drive": text, "job": content, "aged": aged},
            run=_RUN,
            versions=versions,
            environment=environment_changes(),
        )

    def check_out(self, path):
        """Check that a name is right for what write makes.

        :param path: the file
        :raises ValueError: one line, if it is not
        """
        if Path(path).suffix != self.ending:
            raise ValueError(f"{path}: the file of a drive like {self._name} ends in {self.ending}")

    def write(self, path, values, about):
        """Write the drive with its fitted values.

        :param path: the file
        :param values: of the parameters
        :param about: lines of the comment at the top
        """
        comment = "".join(f"# {line}\n" for line in about)
        write_atomically(path, f"{comment}\n{self._text(self._texts(values))}")

    @property
    def ending(self):
        """How the name of its file ends."""
        return self._file.suffix

    def _read_keywords(self):
        """Give the values of each keyword of its file."""
        if not isinstance(self._name, str) or "/" in self._name:
            raise ValueError(f"drive: {shown(self._name)} is no name of the catalogue")
        said = drives.describe(self._name)
        if said["error"]:
            raise ValueError(f"drive: {said['error']}")
        self._file = Path(said["files"][0])
        keywords = {}
        for line in self._file.read_text().splitlines():
            words = line.split()
            if words and not words[0].startswith("#"):
                keywords.setdefault(words[0], []).append(words[1:])
        if "like" in keywords:
            other = keywords["like"][0][0]
            raise ValueError(f"drive: {self._name} is like {other} itself; name that one")
        return keywords

    def _values_of(self, parameter):
        """Give keyword, index and the list of values that a parameter is in."""
        keyword, index = _NAME.fullmatch(parameter.name).groups()
        lines = self._keywords.get(keyword, [[parameter.text(parameter.start)]])
        count = len(lines[0])
        if len(lines) > 1:
            raise ValueError(f"parameters: {keyword} has several lines, which cannot be fitted")
        if index is None and count > 1:
            raise ValueError(f"parameters: {keyword} has {count} values, name one: {keyword}[0]")
        if int(index or 0) >= count:
            raise ValueError(f"parameters: {parameter.name}: {keyword} has {count} values")
        return keyword, int(index or 0), lines[0]

    def _texts(self, values):
        return [one.text(value) for one, value in zip(self.parameters, values, strict=True)]

    def _text(self, texts):
        """Give the drive file with texts as values of the parameters."""
        changed = {}
        for parameter, text in zip(self.parameters, texts, strict=True):
            keyword, index, before = self._values_of(parameter)
            changed.setdefault(keyword, list(before))[index] = text
        lines = [f"like {self._name}", *(" ".join([it, *words]) for it, words in changed.items())]
        return "\n".join(lines) + "\n"

    def _checked(self, made):
        """Let the catalogue read the drive with the limits of all parameters."""
        self.parameters = made
        starts = [one.start for one in made]
        self._check("start", self._texts(starts))
        found = []
        for number, one in enumerate(made):
            texts = self._texts(starts)
            for name, value in (("low", one.low), ("high", one.high)):
                texts[number] = one.text(value)
                self._check(f"{one.name}.{name}", texts)
            # Between the limits, and not whole.
            texts[number] = f"{math.ceil(one.low)}.5"
            is_whole = one.high - one.low >= 2 and bool(self._error(texts))
            words = (one.name, one.start, one.low, one.high)
            found.append(Parameter(*words, is_whole=is_whole))
        return found

    def _check(self, where, texts):
        error = self._error(texts)
        if error:
            raise ValueError(f"parameters: {where}: {error}")

    def _error(self, texts):
        """Give what is wrong with the drive, None for nothing."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"drive{self.ending}"
            path.write_text(self._text(texts))
            error = drives.describe(path)["error"]
        return error and re.sub(rf"^{re.escape(str(path))}:([0-9]+:)? *", "", error)


class HostSubject:
    """Hosts of a network under loads of iscsi-san.

    :param tables: the calibration: ``network``, options that all loads have, and ``parameters``
    :param loads: dicts of ``options`` by name
    :param folder: what names of files are relative to, unused
    :raises ValueError: one line, if something is wrong
    """

    LOAD_KEYS = ("options",)

    def __init__(self, tables, loads, folder):
        self.parameters = [_option(name, it) for name, it in tables["parameters"].items()]
        names = {one.name for one in self.parameters}
        self._network = _checked_network("network", San(), tables["network"], names)
        self._loads = {
            name: _checked_network(f"loads.{name}.options", self._network, load.get("options"), ())
            for name, load in loads.items()
        }
        for name, load in loads.items():
            _refuse_fitted(f"loads.{name}.options", load["options"], names)
            for limit in ("start", "low", "high"):
                self._setting(name, [getattr(one, limit) for one in self.parameters])

    @property
    def title(self):
        """What it is called."""
        return SCENARIO

    def point(self, load, values, folder):
        """Give the run of a load; arguments as for :meth:`DriveSubject.point`."""
        setting = self._setting(load, values)
        limits = {"timeout": None, "memory": None, "keep": ()}
        [point] = sweeps.make_points([setting], [_RUN], folder, str(program(SCENARIO)), limits)
        return point

    def check_out(self, path):
        """Check that a name is right for what write makes; arguments as for a DriveSubject."""
        if Path(path).suffix != ".toml":
            raise ValueError(f"{path}: the file of a network ends in .toml")

    def write(self, path, values, about):
        """Write the network with its fitted values; arguments as for a DriveSubject."""
        import tomli_w

        comment = "".join(f"# {line}\n" for line in about)
        groups = self._network.replace(**self._options(values)).changed_groups()
        write_atomically(path, f"{comment}\n{tomli_w.dumps(groups)}")

    def _options(self, values):
        pairs = zip(self.parameters, values, strict=True)
        return {parameter.name: parameter.text(value) for parameter, value in pairs}

    def _setting(self, load, values):
        try:
            setting = self._loads[load].replace(**self._options(values))
            setting.check()
        except ParameterError as error:
            raise ValueError(f"loads.{load}: {error}") from None
        return setting


def _fio_load(name, load, folder):
    """Give job and age of a load of fio: the text of the job or the path of its file."""
    where = f"loads.{name}"
    job, aged = load.get("job"), load.get("aged", False)
    if not isinstance(job, str) or not job:
        raise ValueError(f"{where}.job: expected a job file of fio or its text")
    if not isinstance(aged, bool):
        raise ValueError(f"{where}.aged: expected true or false")
    if "\n" not in job:
        path = (folder / job).resolve()
        if not path.is_file():
            raise ValueError(f"{where}.job: {path}: there is no such file")
        job = str(path)
    return job, aged


def _option(name, limits):
    """Give the parameter that is an option of iscsi-san."""
    known = find(name)
    if known.type not in _TYPES:
        raise ValueError(f"parameters: {name}: it is a {known.type}, not a number")

    def split(text):
        known.check(text)
        match = _QUANTITY.fullmatch(text)
        return match.groups()

    parameter = _limits(known.name, limits, lambda _: True, split)
    words = (parameter.name, parameter.start, parameter.low, parameter.high, parameter.unit)
    return Parameter(*words, is_whole=known.type == "integer")


def _limits(name, limits, is_name, split):
    """Give a parameter.

    :param name: its name
    :param limits: dict of start, low and high
    :param is_name: whether a text is a name
    :param split: gives the number in a text and the unit behind it
    """
    where = f"parameters: {name}"
    if not is_name(name):
        raise ValueError(f"{where}: expected a name, or NAME[0] for a value in a list")
    if not isinstance(limits, dict) or set(limits) != {"start", "low", "high"}:
        raise ValueError(f"{where}: expected start, low and high, nothing else")
    numbers, units = {}, set()
    for key, value in limits.items():
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError(f"{where}.{key}: {shown(value)} is no number")
        number, unit = split(str(value))
        try:
            numbers[key] = float(number)
        except ValueError:
            raise ValueError(f"{where}.{key}: {shown(value)} is no number") from None
        units.add(unit)
    if len(units) > 1:
        raise ValueError(f"{where}: start, low and high need the same unit")
    if not -math.inf < numbers["low"] < numbers["high"] < math.inf:
        raise ValueError(f"{where}: low is not below high")
    if numbers["high"] - numbers["low"] < _LEAST_RANGE * max(map(abs, numbers.values())):
        raise ValueError(f"{where}: low and high are nearer than {_LEAST_RANGE:.1%}")
    if not numbers["low"] <= numbers["start"] <= numbers["high"]:
        raise ValueError(f"{where}: start is not from low to high")
    return Parameter(name, **numbers, unit=units.pop())


def _checked_network(where, network, options, fitted):
    """Give a network with other options."""
    if not isinstance(options, dict):
        raise ValueError(f"{where}: expected a table of options of iscsi-san")
    _refuse_fitted(where, options, fitted)
    try:
        return network.replace(**options)
    except ParameterError as error:
        raise ValueError(f"{where}: {error}") from None


def _refuse_fitted(where, options, fitted):
    flat = {name for it in options.values() if isinstance(it, dict) for name in it} | set(options)
    for name in ("output", *fitted):
        if name in flat:
            reason = "a parameter that is fitted" if name in fitted else "each run has its folder"
            raise ValueError(f"{where}.{name}: {reason}")


def _hash(content):
    text = json.dumps(content, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]
