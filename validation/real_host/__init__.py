# SPDX-License-Identifier: GPL-2.0-only
"""The same program on the same simulated disk and path: once on a real Linux host, once on ours."""
