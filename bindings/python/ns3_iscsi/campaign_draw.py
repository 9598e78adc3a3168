# SPDX-License-Identifier: GPL-2.0-only
"""Chance for the fault campaign: what a seed draws is the same on every machine and Python.

Only ``random.Random.random`` is used, whose numbers Python promises to keep for a seed.
"""

import random


class Draw:
    """Draws from a seed.

    :param seed: the seed, a whole number
    """

    def __init__(self, seed):
        self._random = random.Random(seed).random

    def chance(self, share):
        """Tell whether something happens.

        :param share: in which share of all draws it does, 0 to 1
        """
        return self._random() < share

    def pick(self, *values):
        """Give one of some values, each as likely as the others."""
        return values[int(self._random() * len(values))]

    def weighted(self, weights):
        """Give one of some values.

        :param weights: a dict from each value to its weight; not all of them are 0
        """
        rest = self._random() * sum(weights.values())
        for value, weight in weights.items():
            rest -= weight
            if rest < 0:
                return value
        return [value for value, weight in weights.items() if weight][-1]

    def whole(self, low, high):
        """Give a whole number, each from low to high as likely as the others."""
        return low + int(self._random() * (high - low + 1))

    def scaled(self, low, high):
        """Give a number between two above 0, each order of magnitude as likely as the others."""
        return low * (high / low) ** self._random()

    def some(self, values, share):
        """Give those of some values that a draw takes, in their order.

        :param values: the values
        :param share: the share of them that is taken in the long run, 0 to 1
        """
        return [value for value in values if self._random() < share]
