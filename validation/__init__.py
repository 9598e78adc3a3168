# SPDX-License-Identifier: GPL-2.0-only
"""Reproduces the results of papers and reports the error of each number.

    python -m validation [--full] [--paper s0]

**For authors of experiments.** An experiment is a table or a figure of a paper. A module holds the
experiments of one kind and is named for what they show, such as ``s0_tcp_windows.py``. Its function
``experiments(parameters)`` gives a list of :class:`~validation.experiment.Experiment`, and
``papers.py`` lists it under its paper, in the order of the report. A paper has a module named after
it, ``s0.py``, with ``PAPER``, a :class:`~validation.experiment.Paper`, and what its experiments
share.

* ``parameters`` is the paper's parameter file, ``s0.toml``: tables of options of iscsi-san by
  name, each with ``value``, ``source`` (printed, standard, derived or fitted) and ``why``.
  ``parameters.settings("host", "emulator")`` gives the options of some tables; a later one wins.
* A :class:`~validation.experiment.Cell` is one number: conditions in words, the options of its
  simulation, the figure of a run that is the result, and the paper's number with its rounding
  interval, or None if the paper prints none. Cells with the same options share a simulation, and a
  cell with a ``base`` is the ratio to another one, or the difference, run by run.
* ``scenario`` of an experiment is a program that takes the options of ``San``, a program with
  options of its own or a Python function: see :mod:`validation.scenarios`.
* ``group`` of a cell says what its number is worth: see :mod:`validation.groups`. ``kind`` of a
  claim says who makes it: see :mod:`validation.claims`.
* ``claims`` and ``pictures`` of an experiment are functions that get its data frame, with the
  columns of ``out/validation/<paper>.csv``, a column for each key of ``Cell.conditions``, and the
  figures named in ``further``, such as stages of requests. Claims that need several experiments
  belong to the paper. ``columns`` gives further columns of its table; the manual's page of a paper
  has the tables and pictures of experiments with ``columns``, the HTML page has those of all.
* Only ``--full`` simulates cells with ``is_quick=False`` and adds runs until intervals are as
  narrow as :class:`~validation.experiment.Runs` asks. A scenario that leaves nothing to chance has
  one run and an interval of zero width; one run of any other has no interval.

``CONTRIBUTING.md`` has two examples that can be copied.

``wan`` and ``sharing`` are not papers: they have conditions that the papers could not measure or
did not, so their cells have no number to compare with.

The programs of a host (``host_io.py``) and drives of DiskSim (``disksim.py``) are no papers either:
each has a module that measures and one that writes a page.

Reference data are CSV files in ``reference/``, read by :func:`validation.reference.read`.
"""
