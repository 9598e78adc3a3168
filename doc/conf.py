# SPDX-License-Identifier: GPL-2.0-only
"""Sphinx settings of the site: the pages where they are, the Python package by its docstrings."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sphinx imports the package to read its docstrings, and this folder for the tables.
sys.path[:0] = [str(ROOT / "bindings" / "python"), str(ROOT / "doc")]

project = "ns3-iscsi"
release = (ROOT / "VERSION").read_text().strip()
extensions = [
    *("myst_parser", "block_languages", "reference_tables", "request_life", "search_words"),
    "sphinx.ext.autodoc",
]
root_doc = "doc/index"
include_patterns = ["*.md", "*/*.md", "doc/*.rst", "src/*/doc/*.rst"]
# A page of its own for none of these: the first is part of another.
exclude_patterns = ["src/host-tcp/doc/offload-exactness.rst", "build*", "out", ".*"]
myst_heading_anchors = 3
# Blocks show outputs and formats, but for those whose language is named or recognised.
highlight_language = "none"

html_theme = "furo"
html_title = f"ns3-iscsi {release}"
html_static_path = ["static"]
html_css_files = ["widths.css"]
html_additional_pages = {"index": "redirect.html"}
templates_path = ["templates"]
html_copy_source = False
html_show_copyright = False
html_search_scorer = str(ROOT / "doc/search_scores.js")
autodoc_member_order = "bysource"
# A page may not load others where the site is opened from a disk.
html_show_search_summary = False
