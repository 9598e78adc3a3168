# SPDX-License-Identifier: GPL-2.0-only
"""Makes the pages of a validation: HTML that loads nothing, and reStructuredText for the manual."""

import base64
import io
import re
from pathlib import Path

import jinja2
import matplotlib as mpl
from ns3_iscsi import plot
from ns3_iscsi.build_info import read_config
from ns3_iscsi.result_files import write_atomically

from . import baselines, claims, groups, pictures, results
from . import summary as figures_of

TEMPLATES = Path(__file__).resolve().parent / "templates"
#: What the other pages of a validation compare, by their names.
BESIDE = {
    "drives.html": "drives with measured traces and with DiskSim",
    "host-io.html": "programs on a simulated host with recordings of Linux",
}


def write(path, papers, summary, comparison=None, difference=None, beside=(), recipe=""):
    """Write a page.

    :param path: the file; its ending, ``.html`` or ``.rst``, says which page
    :param papers: a PaperOutcome for each paper
    :param summary: as :func:`validation.summary.summarize` gives it
    :param comparison: as :func:`validation.regression.check` gives it, None if there is none
    :param difference: as :func:`validation.compare.compare` gives it, None if there is none
    :param beside: pages in the same folder to which it links
    :param recipe: the command that makes the manual's page
    :return: the path
    """
    path = Path(path)
    ending = path.suffix
    environment = jinja2.Environment(
        autoescape=ending == ".html",
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    source = (TEMPLATES / f"validation{ending}.j2").read_text()
    page = environment.from_string(source).render(
        papers=[_paper(one, summary, path) for one in papers],
        summary=summary,
        groups=groups.GROUPS,
        baselines=baselines.BASELINES,
        predictions_first=groups.predictions_first,
        left_out=figures_of.left_out(summary),
        words=claims.words,
        label=results.label,
        difference=difference,
        regression=comparison,
        title="Validation" + (f" of {papers[0].paper.heading}" if len(papers) == 1 else ""),
        recipe=recipe,
        beside=[(name, BESIDE[name]) for name in (page.name for page in beside)],
        version=read_config()["version"],
        ns3=read_config()["ns3"]["version"],
    )
    write_atomically(path, page)
    return path


def _paper(one, summary, path):
    """Give what the page says of a paper.

    :param path: the page, beside which pictures of the manual are
    """
    name = one.paper.name.upper()
    return {
        "name": name,
        "paper": one.paper,
        "figures": summary["papers"][name],
        "groups": summary["groups"][name],
        "left_out": _count_left_out(one),
        "entries": one.parameters.entries,
        "claims": one.own_claims,
        "moves": [] if one.sensitivity is None else one.sensitivity.to_dict("records"),
        "pictures": [_embed(it) for it in pictures.of_paper(one)],
        "outside": [
            {**row, "reason": one.paper.explain(row)}
            for row in figures_of.outside(one.rows).to_dict("records")
        ],
        "experiments": [_experiment(it, name, path) for it in one.outcomes],
    }


def _count_left_out(one):
    """Say how many numbers of a paper a selection leaves out, empty if it has all."""
    missing = sum(one.left_out.values())
    printed = missing + int(one.rows["reference"].notna().sum())
    return f"{missing} of {printed} printed numbers" if missing else ""


def _experiment(outcome, paper, path):
    """Give what the page says of an experiment.

    :param paper: name of the paper
    :param path: the page, beside which pictures of the manual are
    """
    columns = outcome.experiment.columns
    keep = _embed if path.suffix == ".html" else _Files(path, f"{paper} {outcome.experiment.item}")
    return {
        "experiment": outcome.experiment,
        "figures": outcome.figures,
        "groups": outcome.parts,
        "claims": outcome.claims,
        "names": list(
            dict.fromkeys(name for one in outcome.experiment.cells for name in one.conditions)
        ),
        "units": list(outcome.rows["unit"].unique()),
        "rows": outcome.rows.to_dict("records"),
        "has_reference": outcome.rows["reference"].notna().any(),
        "has_table": columns is not None,
        "columns": columns(outcome.rows) if columns else {},
        # The manual has the pictures of experiments whose tables it has.
        "pictures": [keep(it) for it in outcome.experiment.pictures(outcome.rows)]
        if columns or path.suffix == ".html"
        else [],
    }


class _Files:
    """Writes pictures of an experiment into the folder of the manual's figures."""

    def __init__(self, page, name):
        """Prepare for an experiment.

        :param page: the page that shows them
        :param name: what the names of their files are made of
        """
        self._page = page
        words = re.sub(r"[^a-z0-9]+", "-", name.lower())
        self._stem, self._count = f"validation-{words}", 0

    def __call__(self, picture):
        self._count += 1
        end = f"-{self._count}" if self._count > 1 else ""
        file = self._page.parent / "figures" / f"{self._stem}{end}.svg"
        file.parent.mkdir(exist_ok=True)
        write_atomically(file, _svg(picture))
        source = file.relative_to(self._page.parent).as_posix()
        return {"caption": picture.caption, "source": source}


def _embed(picture):
    """Give a picture as an address that holds all of it."""
    text = base64.b64encode(_svg(picture)).decode()
    return {"caption": picture.caption, "source": f"data:image/svg+xml;base64,{text}"}


def _svg(picture):
    """Give a picture as a file of SVG."""
    data = io.BytesIO()
    with mpl.rc_context(plot.STYLE):
        picture.figure.savefig(data, format="svg", metadata=plot.METADATA[".svg"])
    return data.getvalue()
