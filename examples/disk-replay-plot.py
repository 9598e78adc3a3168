# SPDX-License-Identifier: GPL-2.0-only
"""Draws the response times of a disk-replay, observed and simulated.

build/bin/disk-replay --trace=FILE --out=replay.csv
.venv/bin/python examples/disk-replay-plot.py replay.csv --out replay.png [--components parts.png]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from ns3_iscsi.disk_replay import main

sys.exit(main())
