# SPDX-License-Identifier: GPL-2.0-only
"""What tools/ has for recordings of this machine's kernel."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools"
sys.path.append(str(TOOLS))

from block_events import convert  # noqa: E402
from block_recording import (  # noqa: E402
    Limits,
    Recorder,
    RecordError,
    device_number,
    limit_dirty,
    make_devices,
    mount_device,
    run,
    write_kernel_file,
)

__all__ = [
    "ROOT",
    "TOOLS",
    "Limits",
    "RecordError",
    "Recorder",
    "convert",
    "device_number",
    "limit_dirty",
    "make_devices",
    "mount_device",
    "run",
    "write_kernel_file",
]
