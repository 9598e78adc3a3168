# SPDX-License-Identifier: GPL-2.0-only
"""Storage area networks on ns-3, from Python.

``from ns3_iscsi import ns`` gives ns-3 and the modules of this project as one namespace, as ``from
ns import ns`` gives ns-3 alone; either may come first in a program. ns-3 is loaded when ``ns`` or
``connect`` is first asked for, so that reading results and drawing pictures need no ns-3 at all.
``__version__`` is this project's version.
"""

from importlib import import_module

_HOMES = {
    "ns": "loader",
    "load_modules": "loader",
    "connect": "tracing",
    "San": "san",
    "ParameterError": "parameters",
    "sweep": "sweeps",
    "mean_ci": "statistics",
    "paired_differences": "statistics",
}

__all__ = list(_HOMES)


def __getattr__(name):
    """Load the part of the package that holds a public name, when the name is first used."""
    if name == "__version__":
        return import_module(".build_info", __name__).version()
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
