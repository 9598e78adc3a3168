# SPDX-License-Identifier: GPL-2.0-only
"""Simulates what papers measured and says how far off it is.

    python -m validation [--full] [--paper s0]

**For authors of experiments.** An experiment is a table or a figure of a paper. Its module is named
after both and ends in its number, ``s0_table1.py``; it has a function ``experiment(parameters)``
that gives an :class:`~validation.experiment.Experiment`; nothing has to be registered. A paper has
a module of its own name, ``s0.py``, with ``PAPER``, a :class:`~validation.experiment.Paper`, and
what its experiments share.

* ``parameters`` is the paper's parameter file, ``s0.toml``: tables of options of iscsi-san by
  their names, each with ``value``, ``source`` (printed, standard, derived or fitted) and ``why``.
  ``parameters.settings("host", "emulator")`` gives the options of some tables; a later one wins.
* A :class:`~validation.experiment.Cell` is one number: conditions in words, the options of its
  simulation, the column of a sweep's table that is the result, and the paper's figure with the
  interval its rounding leaves, or None where the paper prints none.
* ``claims`` and ``pictures`` of an experiment are functions that get its data frame, with the
  columns of ``out/validation/<paper>.csv``, a column for each key of ``Cell.conditions``,
  ``is_fitted``, and the columns of the sweep that ``further`` names, such as stages of requests.
  Claims that need several experiments are the paper's.
* Cells with ``is_quick=False`` are simulated by ``--full`` only. Several runs of a cell give a
  confidence interval; one run gives an interval without width.

``wan`` is no paper but what the papers could not measure: its cells have no figure to compare.

Reference data are CSV files in ``reference/``, read by :func:`validation.reference.read`.
"""
