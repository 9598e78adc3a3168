# SPDX-License-Identifier: GPL-2.0-only
"""The notebook runs from its first cell to its last as in Jupyter, and shows its picture."""

import nbformat
import pytest
from nbclient import NotebookClient
from ns3_iscsi.build_info import SOURCE_ROOT

NOTEBOOK = SOURCE_ROOT / "examples/notebooks/first-sweep.ipynb"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """The notebook after its run, and the folder it ran in."""
    book = nbformat.read(NOTEBOOK, as_version=4)
    folder = tmp_path_factory.mktemp("notebook")
    NotebookClient(book, timeout=600, resources={"metadata": {"path": str(folder)}}).execute()
    return book, folder


def shown(book, kind):
    """Give what the cells show in a form, cell by cell."""
    outputs = [one for cell in book.cells for one in cell.get("outputs", [])]
    return [one["data"][kind] for one in outputs if kind in one.get("data", {})]


def test_the_notebook_shows_table_and_picture(notebook):
    book, folder = notebook
    (table,) = (one for one in shown(book, "text/html") if "all_iops" in one)
    assert table.count("<tr>") == 8
    assert shown(book, "image/png")
    assert (folder / "first-sweep.png").stat().st_size > 10000
    assert "queueDepth = 4" in (folder / "first-sweep.toml").read_text()


def test_the_notebook_is_kept_without_outputs():
    book = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in book.cells)
