# SPDX-License-Identifier: GPL-2.0-only
"""Tables that the site makes of what the built programs say of themselves.

``.. program-options:: iscsi-san`` lists every option of a program, as its ``--help=all`` does.
``.. attributes::`` lists the classes of this project with their attributes, as
``--PrintAttributes`` does. Every option and every class is in the site's index.
"""

import re
import subprocess
from pathlib import Path

from docutils import nodes
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


class Tables(SphinxDirective):
    """What the directives here have in common: a table, and a place in the index."""

    def table(self, headings, rows):
        """Give a table; the cells of all columns but the last are literal."""
        group = nodes.tgroup(cols=len(headings))
        group += [nodes.colspec(colwidth=1) for _ in headings]
        head, body = nodes.thead(), nodes.tbody()
        head += self.row([nodes.Text(text) for text in headings])
        for row in rows:
            cells = [nodes.literal(text=text) if text else nodes.Text("") for text in row[:-1]]
            body += self.row([*cells, nodes.Text(row[-1])])
        group += [head, body]
        table = nodes.table(classes=["reference"])
        table += group
        return table

    def row(self, cells):
        row = nodes.row()
        for cell in cells:
            row += nodes.entry("", nodes.paragraph("", "", cell))
        return row

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


def setup(app):
    """Tell Sphinx of the directives."""
    app.add_directive("program-options", ProgramOptions)
    app.add_directive("attributes", Attributes)
    return {"parallel_read_safe": True}
