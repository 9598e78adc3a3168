# SPDX-License-Identifier: GPL-2.0-only
"""Tables that the site makes of what programs, sources and the Python package say of themselves.

``.. program-options:: iscsi-san`` lists every option of a program, as its ``--help=all`` does.
``.. attributes::`` lists the classes of this project with their attributes, as
``--PrintAttributes`` does, and ``.. trace-sources::`` with their trace sources. ``.. stages::``
explains the stages of a request, ``.. result-columns::`` the columns of all result files. Every
option, class, trace source and column is in the site's index.
"""

import re
import subprocess
from pathlib import Path

from docutils import nodes
from ns3_iscsi.columns import TABLES
from ns3_iscsi.stages import STAGES
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parent.parent


def ask(program, *arguments):
    """Give what a built program prints."""
    path = ROOT / "build" / "bin" / program
    run = subprocess.run([path, *arguments], capture_output=True, text=True, check=True)
    return run.stdout


def read_options(text):
    """Give the groups of a program's help: name, and rows of option and meaning."""
    groups = []
    for line in text.splitlines():
        heading = re.fullmatch(r"(\S.*):", line)
        option = re.match(r"  (--?[\w:=-]+)\s*(.*)", line)
        if heading:
            groups.append((heading[1], []))
        elif option and groups:
            groups[-1][1].append([option[1], option[2]])
        elif line.startswith("   ") and groups and groups[-1][1]:
            groups[-1][1][-1][1] += " " + line.strip()
    return [(name, rows) for name, rows in groups if rows and name != "More"]


def own_types(root=ROOT):
    """Give the names of the classes that this project registers."""
    sources = [*root.glob("src/*/model/**/*.cc"), *root.glob("src/*/helper/**/*.cc")]
    found = (re.findall(r'TypeId\("(ns3::\w+)"\)', path.read_text()) for path in sources)
    return sorted({name for names in found for name in names})


def read_attributes(text):
    """Give the attributes of a class: name, default, meaning."""
    rows = re.findall(r"^    --ns3::\w+::(\w+)=\[(.*)\]\n +(.*)$", text, re.MULTILINE)
    return [list(row) for row in rows]


def read_trace_sources(text):
    """Give the trace sources in a C++ source: by class, rows of name, callback and meaning."""
    pattern = r'AddTraceSource\(\s*"(\w+)",((?:\s*"[^"]*")+),[^"]*"([\w:]+)"\)'
    parts = re.split(r'TypeId\("(ns3::\w+)"\)', text)[1:]
    found = {}
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        rows = [
            [source, callback, "".join(re.findall(r'"([^"]*)"', meaning))]
            for source, meaning, callback in re.findall(pattern, body)
        ]
        if rows:
            found[name] = sorted(rows)
    return found


def own_trace_sources(root=ROOT):
    """Give the trace sources of the classes that this project registers."""
    found = {}
    for path in [*root.glob("src/*/model/**/*.cc"), *root.glob("src/*/helper/**/*.cc")]:
        found |= read_trace_sources(path.read_text())
    return dict(sorted(found.items()))


class Tables(SphinxDirective):
    """What the directives here have in common: a table, and a place in the index."""

    def table(self, headings, rows, widths=None):
        """Give a table.

        :param headings: above the columns
        :param rows: for each row its cells: literals, but for the last one, or lists of nodes
        :param widths: of the columns
        """
        group = nodes.tgroup(cols=len(headings))
        group += [nodes.colspec(colwidth=width) for width in widths or [1] * len(headings)]
        head, body = nodes.thead(), nodes.tbody()
        head += self.row([[nodes.Text(text)] for text in headings])
        for row in rows:
            literals = [[nodes.literal(text=one)] if one else [] for one in row[:-1]]
            plain = [[nodes.Text(row[-1])]]
            body += self.row(
                [
                    cell if isinstance(cell, list) else made
                    for cell, made in zip(row, literals + plain, strict=True)
                ]
            )
        group += [head, body]
        table = nodes.table(classes=["reference"])
        table += group
        return table

    def row(self, cells):
        row = nodes.row()
        for cell in cells:
            row += nodes.entry("", nodes.paragraph("", "", *cell))
        return row

    def inline(self, text):
        """Give the nodes of a text in reStructuredText."""
        return self.state.inline_text(text, self.lineno)[0]

    def section(self, name, entries, *content):
        """Give a section that the index leads to by each entry."""
        target = nodes.make_id(name)
        index = addnodes.index(entries=[("single", entry, target, "", None) for entry in entries])
        section = nodes.section(ids=[target], names=[name])
        section += [nodes.title(text=name), index, *content]
        return section


class ProgramOptions(Tables):
    """Every option of a program."""

    required_arguments = 1

    def run(self):
        program = self.arguments[0]
        groups = read_options(ask(program, "--help=all"))
        if not groups:
            raise self.error(f"{program} names no option")
        return [
            self.section(
                name,
                [f"{option.lstrip('-').split('=')[0]} (option of {program})" for option, _ in rows],
                self.table(["option", "meaning"], rows),
            )
            for name, rows in groups
        ]


class Attributes(Tables):
    """The attributes of every class of this project that has any."""

    def run(self):
        sections = []
        for name in own_types():
            rows = read_attributes(ask("san-live", f"--PrintAttributes={name}"))
            if rows:
                entries = [name, *(f"{row[0]} (attribute of {name})" for row in rows)]
                table = self.table(["attribute", "default", "meaning"], rows)
                sections.append(self.section(name, entries, table))
        if not sections:
            raise self.error("no class has an attribute")
        return sections


class TraceSources(Tables):
    """The trace sources of every class of this project that has any."""

    def run(self):
        sections = []
        for name, rows in own_trace_sources().items():
            entries = [name, *(f"{row[0]} (trace source of {name})" for row in rows)]
            table = self.table(["trace source", "callback", "meaning"], rows, [2, 4, 5])
            sections.append(self.section(name, entries, table))
        return sections


class Stages(Tables):
    """The columns of the stages of a request."""

    def run(self):
        headings = ["column, name", "what happens in it", "what makes it long"]
        rows = [
            [
                [nodes.literal(text=f"{name}_s"), nodes.Text(f" {stage.place}: {stage.name}")],
                self.inline(f"{stage.meaning} Until {stage.until}."),
                self.inline(stage.causes),
            ]
            for name, stage in STAGES.items()
        ]
        return [self.table(headings, rows, [25, 40, 35])]


class ResultColumns(Tables):
    """The columns of every result file."""

    def run(self):
        sections = []
        for name, table in TABLES.items():
            entries = [name, *(f"{column.name} (column of {name})" for column in table.columns)]
            rows = [
                [column.name, [nodes.Text(column.unit)], self.inline(column.meaning)]
                for column in table.columns
            ]
            about = nodes.paragraph("", "", *self.inline(f"A row for each {table.about}."))
            columns = self.table(["column", "unit", "meaning"], rows, [26, 10, 64])
            sections.append(self.section(name, entries, about, columns))
        return sections


def setup(app):
    """Tell Sphinx of the directives."""
    app.add_directive("program-options", ProgramOptions)
    app.add_directive("attributes", Attributes)
    app.add_directive("trace-sources", TraceSources)
    app.add_directive("stages", Stages)
    app.add_directive("result-columns", ResultColumns)
    return {"parallel_read_safe": True}
