# SPDX-License-Identifier: GPL-2.0-only
"""A storage area network as a Python object: parameters in groups, checked, saved as TOML.

    from ns3_iscsi import San

    san = San(initiators=4, delay="10ms", workload="closed", queueDepth=8)
    san.path.linkRate = "1Gbps"
    san.save("san.toml")

The groups are dataclasses, ``Initiators``, ``Path``, ``Wireless``, ``Sessions``, ``Gateway``,
``Loops``, ``Drives``, ``Workload``, ``Host``, ``Service`` and ``Output``;
``help(ns3_iscsi.san.Path)`` lists what is in one.
"""

import functools
import sys
import threading
from dataclasses import field, fields, make_dataclass
from pathlib import Path as FilePath

from . import conditions
from .build_info import environment, program, read_config
from .foreground import run_in_foreground
from .parameters import (
    SCENARIO,
    ParameterError,
    check_run,
    find,
    parameters,
    unknown,
    unknown_parameter,
)
from .quantities import shown
from .result_files import write_atomically

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_making_groups = threading.Lock()


class San:
    """A storage area network.

    Parameters are given by name, or as groups: ``San(delay="1ms")``, ``San(path={"delay":
    "1ms"})``. They are read and set as attributes of groups, ``san.path.delay``, or by name,
    ``san["delay"]``. ``san.describe()`` explains them all.

    :param values: parameters by name, or groups by name
    :raises ParameterError: one line that names what is wrong, and the nearest right name
    """

    def __init__(self, **values):
        for name, kind in _groups().items():
            setattr(self, name, kind())
        self._take_all(values)

    def __setattr__(self, name, value):
        kind = _groups().get(name)
        if kind is None or not isinstance(value, kind):
            hint = f"san[{name!r}] sets a parameter" if name in parameters() else ""
            raise ParameterError(hint or unknown("group", name, _groups()))
        object.__setattr__(self, name, value)

    def __getitem__(self, name):
        parameter = find(name)
        return getattr(getattr(self, parameter.group), parameter.name)

    def __setitem__(self, name, value):
        parameter = find(name)
        setattr(getattr(self, parameter.group), parameter.name, value)

    def __eq__(self, other):
        return isinstance(other, San) and self.meanings() == other.meanings()

    __hash__ = None

    def __repr__(self):
        words = (f"{name}={value!r}" for name, value in self.changed().items())
        return f"San({', '.join(words)})"

    def replace(self, **values):
        """Give a copy with some parameters changed.

        :param values: parameters by name, or groups by name
        """
        copy = San(**self.changed_groups())
        copy._take_all(values)
        return copy

    def parameters(self):
        """Give all parameters by name."""
        return {name: self[name] for name in parameters()}

    def meanings(self):
        """Give what all parameters mean, by name: equal for networks that are equal."""
        known = parameters()
        return {name: known[name].meaning(value) for name, value in self.parameters().items()}

    def changed(self):
        """Give the parameters that differ from their defaults."""
        return {
            name: self[name]
            for name, one in parameters().items()
            if one.meaning(self[name]) != one.meaning(one.default_value)
        }

    def changed_groups(self):
        """Give the parameters that differ from their defaults, in their groups."""
        known = parameters()
        groups = {}
        for name, value in self.changed().items():
            groups.setdefault(known[name].group, {})[name] = value
        return groups

    def check(self):
        """Check that each parameter that differs from its default has an effect.

        :raises ParameterError: one line that names one that has none, and what it needs
        """
        known = parameters()
        changed = self.changed()

        def text_of(name):
            return known[name].text(self[name])

        for name in changed:
            for need in known[name].needs:
                if not conditions.is_met(need, text_of, lambda other: other not in changed):
                    raise ParameterError(
                        f"{name}: {shown(text_of(name))} needs {conditions.describe(need)}"
                    )

    def arguments(self):
        """Give the command line of the scenario program, without the program."""
        known = parameters()
        return [f"--{name}={known[name].text(value)}" for name, value in self.changed().items()]

    def run(self, run=1):
        """Run the scenario program and give its results, from the folder ``output.output``.

        The folder belongs to the run: what an earlier run wrote there is replaced or removed.
        Ctrl-C (KeyboardInterrupt) ends the simulation at that moment; the results until then are
        kept, and a line on standard error says so.

        What the program notes of a run that ends well, such as what it understood of a trace, goes
        to standard error, as on the command line.

        :param run: number of the run, RngRun
        :return: the :class:`ns3_iscsi.run_results.RunResults`: ``folder``, ``summary``, and data
            frames by name, such as ``["requests"]``
        :raises ParameterError: if there is no run of this number, or a parameter has no effect
        :raises RuntimeError: with what the program said, if it failed; if another run or a sweep
            holds the folder, with who does
        """
        check_run(run)
        self.check()
        command = [program(SCENARIO), *self.arguments(), f"--RngRun={run}"]
        status, said = run_in_foreground(command, environment())
        if status:
            raise RuntimeError(said.strip().removeprefix("error: ") or f"status {status}")
        sys.stderr.write(said)
        from .run_results import RunResults

        return RunResults(self["output"])

    def build(self, run=1):
        """Build the network in this process, to connect to its trace sources.

        :param run: number of the run, RngRun
        :return: the C++ object ``ns3::SanScenario``: GetWorkload(i), GetInitiator(i, target),
            GetTarget(i), GetGateway(i), GetSummary(), and Run(), which simulates and writes the
            results
        :raises ParameterError: if there is no run of this number, or a parameter has no effect
        """
        check_run(run)
        self.check()
        from .loader import ns

        ns.RngSeedManager.SetRun(run)
        words = ns.cppyy.gbl.std.vector["std::string"](self.arguments())
        return ns.SanScenario(words)

    def save(self, path):
        """Write the parameters that differ from their defaults as TOML.

        :param path: the file
        :raises ResultFileError: one line that names the file, if it cannot be written
        """
        import tomli_w

        head = f"# Storage area network for ns3-iscsi {read_config()['version']}\n"
        write_atomically(path, head + tomli_w.dumps(self.changed_groups()))

    @staticmethod
    def load(path):
        """Read what save wrote: groups as tables, or parameters without a group.

        :param path: the file
        :raises ParameterError: one line that names the file and what is wrong in it
        """
        try:
            return San(**tomllib.loads(FilePath(path).read_text()))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, ParameterError) as error:
            raise ParameterError(f"{path}: {error}") from None

    @staticmethod
    def describe():
        """Give a data frame of all parameters: group, type, unit, limits, default, needs, help."""
        import pandas as pd

        keys = ("group", "type", "unit", "limits", "default", "partners", "help")
        rows = [[getattr(one, key) for key in keys] for one in parameters().values()]
        names = pd.Index(parameters(), name="parameter")
        return pd.DataFrame(rows, columns=keys, index=names).rename(columns={"partners": "needs"})

    def _take_all(self, values):
        """Take parameters and groups by name, none of them twice."""
        given = set()
        for name, value in values.items():
            inside = value if name in _groups() and isinstance(value, dict) else [name]
            for one in inside:
                if one in given:
                    raise ParameterError(f"{one}: it is there twice, in its group and without")
                given.add(one)
            self._take(name, value)

    def _take(self, name, value):
        kind = _groups().get(name)
        if kind and isinstance(value, dict):
            group = getattr(self, name)
            for one, it in value.items():
                setattr(group, one, it)
        elif kind and isinstance(value, kind):
            object.__setattr__(
                self, name, kind(**{f.name: getattr(value, f.name) for f in fields(kind)})
            )
        else:
            self[name] = value


def _set_checked(group, name, value):
    """Set a parameter of a group."""
    kind = type(group).__name__.lower()
    parameter = parameters().get(name)
    if parameter is None:
        names = [one.name for one in fields(group)]
        raise ParameterError(unknown_parameter(f"parameter of {kind} called", name, names))
    if parameter.group != kind:
        raise ParameterError(f"{name} is a parameter of {parameter.group}, not of {kind}")
    object.__setattr__(group, name, parameter.check(value))


def _documentation(name, members):
    lines = [f"The parameters of {name} in a storage area network.", ""]
    for one in members:
        parts = [one.unit, one.limits, f"default {one.default or 'empty'}"]
        lines.append(f":param {one.name}: {one.help}; {', '.join(part for part in parts if part)}")
    return "\n".join(lines)


def _groups():
    """Give the dataclass of each group by its name, the same classes in all threads."""
    with _making_groups:
        return _make_groups()


@functools.cache
def _make_groups():
    groups = {}
    for one in parameters().values():
        groups.setdefault(one.group, []).append(one)
    return {
        name: make_dataclass(
            name.capitalize(),
            [(one.name, one.python_type, field(default=one.default_value)) for one in members],
            namespace={
                "__setattr__": _set_checked,
                "__doc__": _documentation(name, members),
                # Where pickle finds the class.
                "__module__": __name__,
            },
            kw_only=True,
        )
        for name, members in groups.items()
    }


def __getattr__(name):
    """Give a group's dataclass, such as ``Path``."""
    if not name.startswith("_") and name.lower() in _groups() and name[0].isupper():
        return _groups()[name.lower()]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
