# SPDX-License-Identifier: GPL-2.0-only
"""Draws the icon of the project, 100 x 100 pixels: a disk that is read across a network.

.venv/bin/python tools/icon.py icon.png
"""

import argparse

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.patches import Circle, Rectangle

PIXELS = 100
NAVY, BLUE, ORANGE = "#12324f", "#0173b2", "#de8f05"


def draw():
    """Give the figure, whose axes count pixels from the lower left corner."""
    figure = pyplot.figure(figsize=(1, 1), dpi=PIXELS)
    axes = figure.add_axes([0, 0, 1, 1])
    axes.set(xlim=(0, PIXELS), ylim=(0, PIXELS))
    axes.axis("off")
    # The platter with its tracks, and the arm.
    for radius, color in ((40, NAVY), (31, BLUE), (23, NAVY), (11, "white"), (5, ORANGE)):
        axes.add_patch(Circle((43, 58), radius, color=color, lw=0))
    axes.plot([90, 55], [88, 76], color="white", lw=5, solid_capstyle="round")
    axes.plot([90, 55], [88, 76], color=ORANGE, lw=3, solid_capstyle="round")
    # Packets on the wire below.
    axes.plot([4, 96], [6, 6], color=NAVY, lw=1.5, zorder=0)
    for left, width in ((10, 10), (34, 18), (66, 18)):
        axes.add_patch(Rectangle((left, 2), width, 8, color=ORANGE, lw=0))
    return figure


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="the picture, .png")
    draw().savefig(
        parser.parse_args(words).file, dpi=PIXELS, transparent=True, metadata={"Software": None}
    )


if __name__ == "__main__":
    main()
