# SPDX-License-Identifier: GPL-2.0-only
"""Runs the demonstration: a recorded trace, then a Poisson load, on one iSCSI storage network.

.venv/bin/python examples/run-demo.py [--output=FOLDER] [--trace=FILE]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from ns3_iscsi.demo import main

sys.exit(main())
