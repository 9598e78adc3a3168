# SPDX-License-Identifier: GPL-2.0-only
"""Small wrong changes of the sources, each built and tried on the suites (doc/mutation.rst)."""
