# SPDX-License-Identifier: GPL-2.0-only
"""``python -m ns3_iscsi``: the same as the command ``ns3-iscsi``."""

import sys

from .cli import main

sys.exit(main())
