# SPDX-License-Identifier: GPL-2.0-only
"""Makes the pages of a validation: HTML that loads nothing, and reStructuredText for the manual."""

import base64
import io
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
    ending = Path(path).suffix
    environment = jinja2.Environment(
        autoescape=ending == ".html",
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    source = (TEMPLATES / f"validation{ending}.j2").read_text()
    page = environment.from_string(source).render(
        papers=[_paper(one, summary) for one in papers],
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


def _paper(one, summary):
    """Give what the page says of a paper."""
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
        "experiments": [_experiment(it) for it in one.outcomes],
    }


def _count_left_out(one):
    """Say how many numbers of a paper a selection leaves out, empty if it has all."""
    missing = sum(one.left_out.values())
    printed = missing + int(one.rows["reference"].notna().sum())
    return f"{missing} of {printed} printed numbers" if missing else ""


def _experiment(outcome):
    """Give what the page says of an experiment."""
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
        "pictures": [_embed(it) for it in outcome.experiment.pictures(outcome.rows)],
    }


def _embed(picture):
    """Give a picture as an address that holds all of it."""
    data = io.BytesIO()
    with mpl.rc_context(plot.STYLE):
        picture.figure.savefig(data, format="svg", metadata=plot.METADATA[".svg"])
    text = base64.b64encode(data.getvalue()).decode()
    return {"caption": picture.caption, "source": f"data:image/svg+xml;base64,{text}"}
