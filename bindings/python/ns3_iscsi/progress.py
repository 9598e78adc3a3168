# SPDX-License-Identifier: GPL-2.0-only
"""Shows how far a sweep has come: a bar on a terminal, lines elsewhere, failures only if quiet."""

import sys
import time

#: Seconds between two lines where there is no terminal.
INTERVAL = 10


class Progress:
    """Counts points and shows the count.

    :param total: number of points
    :param cached: how many of them had a result before
    :param quiet: show nothing but what failed
    :param stream: where to, standard error if None
    :param failed: how many of those that had a result had an error
    :param unit: what a point is called
    """

    def __init__(self, total, cached, quiet=False, stream=None, failed=0, unit="point"):
        self.total = total
        self.cached = cached
        self.finished = cached
        self.failed = failed
        self._stream = stream or sys.stderr
        self._begin = self._shown = time.monotonic()
        self._unit = unit
        self._bar = None
        self._quiet = quiet
        if not quiet and self._stream.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=total, initial=cached, unit=unit, file=self._stream)
            self._bar.set_postfix(failed=failed, cached=cached)
        else:
            self._line()

    def update(self, failed):
        """Count a point that ended.

        :param failed: whether it has no result but an error
        """
        self.finished += 1
        self.failed += failed
        if self._bar:
            self._bar.set_postfix(failed=self.failed, cached=self.cached, refresh=False)
            self._bar.update()
        elif time.monotonic() - self._shown >= INTERVAL and self.finished < self.total:
            self._line()

    def tell(self, line):
        """Show a line.

        :param line: what a point that failed has to say
        """
        if self._bar:
            self._bar.write(line, file=self._stream)
        else:
            print(line, file=self._stream, flush=True)

    def close(self):
        """Show the last count."""
        if self._bar:
            self._bar.close()
        else:
            self._line()

    def _line(self):
        if self._quiet:
            return
        self._shown = time.monotonic()
        run = self.finished - self.cached
        seconds = self._shown - self._begin
        text = f"{self.finished}/{self.total} {self._unit}s"
        text += f", {self.failed} failed, {self.cached} cached"
        if run and seconds > 0:
            rate = run / seconds
            text += f", {rate:.3g}/s, {(self.total - self.finished) / rate:.0f} s left"
        print(text, file=self._stream, flush=True)
