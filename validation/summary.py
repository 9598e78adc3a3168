# SPDX-License-Identifier: GPL-2.0-only
"""The figures of results: errors by group, claims by kind, and what summary.json holds."""

import json

import numpy as np
import pandas as pd
from ns3_iscsi.result_files import write_atomically

from . import baselines, groups
from . import claims as kinds


def figures(results, claims=()):
    """Give the figures of some results.

    :param results: rows as :func:`validation.results.simulate` gives them
    :param claims: claims that were checked with them
    :return: a dict: number of cells with a reference, errors of those that did not fail, and their
        median without the cells at the cap of a link; cells within 10 %, and those that are not
        but round to the printed number; independent results and those of them within 10 %; what
        the baselines reach as :func:`validation.baselines.figures` gives it; claims as
        :func:`validation.claims.count` gives them
    """
    measured = results[results["reference"].notna()]
    errors = measured["error_percent"].dropna().abs()
    below = measured[~measured["is_capped"].astype(bool)]["error_percent"].dropna().abs()
    independent = measured["is_independent"].astype(bool)
    rounds = measured["within_rounding"] & ~measured["within_10_percent"]
    return {
        "cells": len(measured),
        "median_abs_error_percent": _percentile(errors, 50),
        "p90_abs_error_percent": _percentile(errors, 90),
        "median_below_cap_percent": _percentile(below, 50),
        "within_10_percent": int(measured["within_10_percent"].sum()),
        "within_rounding_only": int(rounds.sum()),
        "independent": int(independent.sum()),
        "independent_within_10_percent": int((independent & measured["within_10_percent"]).sum()),
        "baselines": baselines.figures(measured),
        **kinds.count(claims),
    }


def by_group(results):
    """Give the figures of each group of cells.

    :param results: as for :func:`figures`
    """
    return {group: figures(part) for group, part in groups.split(results).items()}


def left_out(summary):
    """Say which numbers of papers were not simulated.

    :param summary: as :func:`summarize` gives it
    :return: how many of how many, and where they are; empty if there is none
    """
    papers = summary["left_out"]
    missing = {name: sum(items.values()) for name, items in papers.items()}
    count = sum(missing.values())
    if not count:
        return ""
    where = "; ".join(
        f"{name}: {missing[name]} of {missing[name] + summary['papers'][name]['cells']} "
        f"({', '.join(f'{number} of {item}' for item, number in items.items())})"
        for name, items in papers.items()
    )
    return f"{count} of {count + summary['total']['cells']} printed numbers. {where}"


def outside(results):
    """Give the rows that are neither within 10 % nor within the rounding of the printed figure."""
    within = results["within_rounding"] | results["within_10_percent"]
    return results[results["reference"].notna() & ~within]


def summarize(papers, seed=0):
    """Give what summary.json holds: the figures by item, by paper and group of it, and in all; the
    verdicts; and the numbers of each paper that were left out, by item.

    :param papers: a PaperOutcome for each paper
    :param seed: what was added to the numbers of all runs
    """
    items, verdicts = {}, {}
    for one in papers:
        name = one.paper.name.upper()
        for it in one.outcomes:
            items[f"{name} {it.experiment.item}"] = it.figures
            verdicts.update(_verdicts(f"{name} {it.experiment.item}", it.claims))
        verdicts.update(_verdicts(name, one.own_claims))
    rows = pd.concat([one.rows for one in papers], ignore_index=True)
    return {
        "seed": seed,
        "items": items,
        "papers": {one.paper.name.upper(): figures(one.rows, one.claims) for one in papers},
        "groups": {one.paper.name.upper(): one.parts for one in papers},
        "total": figures(rows, [claim for one in papers for claim in one.claims]),
        "total_groups": by_group(rows),
        "left_out": {one.paper.name.upper(): one.left_out for one in papers if one.left_out},
        "verdicts": verdicts,
    }


def write(folder, summary):
    """Write summary.json.

    :param folder: where to
    :param summary: as :func:`summarize` gives it
    """
    write_atomically(folder / "summary.json", json.dumps(summary, indent=1) + "\n")


def line(figures):
    """Say figures in a line.

    :param figures: as :func:`figures` gives them
    """
    text = "no printed numbers"
    if figures["cells"]:
        text = (
            f"{figures['cells']} cells, error {figures['median_abs_error_percent']} % median, "
            f"{figures['p90_abs_error_percent']} % 90th percentile, "
            f"{figures['within_10_percent']} within 10 %"
        )
        if figures["within_rounding_only"]:
            text += f", {figures['within_rounding_only']} by rounding alone"
        if figures["independent"] < figures["cells"]:
            text += f"; {independent(figures)}"
    parts = [text, baselines.words(figures["baselines"]), kinds.words(figures)]
    return "; ".join(filter(None, parts))


def independent(figures):
    """Say how many independent results there are, and how many of them are near.

    :param figures: as :func:`figures` gives them
    """
    return (
        f"{figures['independent']} independent results, "
        f"{figures['independent_within_10_percent']} within 10 %"
    )


def _verdicts(where, claims):
    return {
        f"{where}: {claim.text}": None if claim.held is None else bool(claim.held)
        for claim in claims
    }


def _percentile(errors, percent):
    return round(float(np.percentile(errors, percent)), 3) if len(errors) else None
