# SPDX-License-Identifier: GPL-2.0-only
"""Loads ns-3 and the modules of this project into cppyy.

Libraries come before headers: cppyy compiles a header's inline code when it reads it, and code that
does not find its library yet is compiled twice, slowly, with complaints on standard error.
"""

import os
import sys
from pathlib import Path

from . import precompiled
from .build_info import check_bindings, environment_changes, read_config

_CONFIG = read_config()
check_bindings(_CONFIG)
os.environ.update(environment_changes())
with precompiled.offered(_CONFIG):
    import cppyy
    import libcppyy

_HELPERS = """
namespace ns3_iscsi
{
bool Less(const ns3::Time& a, const ns3::Time& b) { return a < b; }
bool LessOrEqual(const ns3::Time& a, const ns3::Time& b) { return a <= b; }
bool Equal(const ns3::Time& a, const ns3::Time& b) { return a == b; }
std::tuple<bool, ns3::TypeId> LookupByNameFailSafe(std::string name)
{
    ns3::TypeId id;
    bool found = ns3::TypeId::LookupByNameFailSafe(name, &id);
    return {found, id};
}
}
"""


def load_modules(*names):
    """Load further modules of ns-3, for example ``load_modules("csma", "flow-monitor")``.

    :param names: module names as ns-3 writes them
    :raises ImportError: if ns-3 has no such module
    """
    _load(_ns3_libraries(names), "\n".join(f'#include "ns3/{name}-module.h"' for name in names))


def _ns3_libraries(names):
    """Give the libraries of modules of ns-3: they are all named alike."""
    core = Path(_CONFIG["ns3"]["modules"][0]["library"])
    libraries = [core.with_name(core.name.replace("-core", f"-{name}")) for name in names]
    for name, library in zip(names, libraries, strict=True):
        if not library.is_file():
            raise ImportError(f"ns-3 in {core.parent} has no module {name}")
    return libraries


def _load(libraries, headers):
    for library in libraries:
        cppyy.load_library(str(library))
    cppyy.cppdef(headers)


def _pythonize(ns3):
    """Give the namespace what ``from ns import ns`` adds to it: programs work with either."""
    cppyy.cppdef(_HELPERS)
    helpers = cppyy.gbl.ns3_iscsi
    time = ns3.Time
    time.__lt__ = lambda a, b: helpers.Less(a, b)
    time.__le__ = lambda a, b: helpers.LessOrEqual(a, b)
    time.__gt__ = lambda a, b: helpers.Less(b, a)
    time.__ge__ = lambda a, b: helpers.LessOrEqual(b, a)
    time.__eq__ = lambda a, b: helpers.Equal(a, b)
    time.__ne__ = lambda a, b: not helpers.Equal(a, b)
    ns3.cppyy = cppyy
    ns3.LookupByNameFailSafe = helpers.LookupByNameFailSafe

    # A node belongs to ns-3's NodeList, which ends it with the simulation: Python must not do so
    # before.
    nodes = []
    ns3.Node.__del__ = lambda node: nodes.append(node)


def _load_all():
    user_came_first = "ns3.ns" in sys.modules
    cppyy.add_include_path(_CONFIG["include_dir"])
    if not user_came_first:
        libcppyy.AddSmartPtrType("Ptr")
        cppyy.add_include_path(_CONFIG["ns3"]["include_dir"])
        _load(_ns3_libraries(precompiled.NS3_MODULES), precompiled.header_text(_CONFIG))
    modules = _CONFIG["modules"]
    headers = "\n".join(f'#include "{module["header"]}"' for module in modules)
    _load([module["library"] for module in modules], headers)
    if not user_came_first:
        _pythonize(cppyy.gbl.ns3)
    if "*" in os.environ.get("NS_LOG", ""):
        cppyy.gbl.ns3.LogComponentPatterns.Enable()
    # Without this the name of the function that threw precedes the text.
    cppyy.gbl.ns3.UserError.__str__ = lambda error: str(error.what())
    return cppyy.gbl.ns3


ns = _load_all()
