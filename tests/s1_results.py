# SPDX-License-Identifier: GPL-2.0-only
"""What the tests of S1's validation share: results that are made up."""

import numpy as np
import pandas as pd


def invent(experiment, value, **further):
    """Give results that a function of the conditions and the paper's number makes."""
    rows = [
        {
            "item": experiment.item,
            "unit": cell.unit or experiment.unit,
            "metric": cell.metric or experiment.metric,
            "reference": np.nan if cell.reference is None else cell.reference,
            "simulated": value(cell.conditions, cell.reference),
            **cell.conditions,
            **further,
        }
        for cell in experiment.cells
    ]
    return pd.DataFrame(rows)
