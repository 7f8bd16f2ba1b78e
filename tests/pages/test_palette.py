"""Colours can be told apart by everybody: lightness alone orders the cells."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from dashboard.palette import HEAT, SERIES

# Linear RGB as seen without one kind of cones: Machado, Oliveira and Fernandes 2009, full severity.
SIGHTS = {
    "full colour": np.eye(3),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue cones": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def linear(colour: tuple[int, ...]) -> NDArray[np.float64]:
    share = np.array(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lightness(colour: tuple[int, ...], sight: NDArray[np.float64]) -> float:
    """CIE lightness, 0 to 100."""
    luminance = float(np.array([0.2126, 0.7152, 0.0722]) @ np.clip(sight @ linear(colour), 0, 1))
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_darker_cell_is_a_larger_number_for_every_eye(sight: str) -> None:
    steps = [lightness(colour, SIGHTS[sight]) for colour in HEAT]

    assert all(before - after > 4 for before, after in pairwise(steps))


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_lines_of_a_chart_differ_for_every_eye(sight: str) -> None:
    colours = [tuple(int(code[place : place + 2], 16) for place in (1, 3, 5)) for code in SERIES[:2]]

    seen = [np.clip(SIGHTS[sight] @ linear(colour), 0, 1) for colour in colours]

    assert float(np.abs(seen[0] - seen[1]).max()) > 0.2
