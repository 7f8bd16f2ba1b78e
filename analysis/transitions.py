"""How one wound moves a unit from state to state, as a matrix.

``matrix[after, before]`` is a probability. One more row and column, the last, add up the wounds let through by Feel No
Pain whether or not anybody was left to lose them, so that waste is what was let through minus what was lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import Steps
from analysis.damage import ThroughLaw
from analysis.dice import Pmf, binomial_table
from analysis.one_wound import Entries, OneWound, effort

__all__ = [
    "Matrix",
    "applied_powers",
    "binomial_split",
    "effort_of_spent",
    "spent",
    "spent_on_each",
    "summed_powers",
    "transition",
    "transitions",
]

Matrix = NDArray[np.float64]

_LARGE = 40
"""States from which on repeated squaring costs more than it saves."""


def transition(steps: Steps, laws: Sequence[ThroughLaw], chances: Sequence[float]) -> Matrix:
    """Matrix of one wound.

    Args:
        steps: Where wounds go.
        laws: Per group, the wounds let through.
        chances: Per group, P(the wound is unsaved there).
    """
    matrix: Matrix = transitions(steps, [laws], chances)[0]
    return matrix


def transitions(steps: Steps, laws: Sequence[Sequence[ThroughLaw]], chances: Sequence[float]) -> Matrix:
    """Matrices of one wound of several kinds of attack, which differ in damage: shape (kinds, after, before).

    Args:
        steps: Where wounds go.
        laws: Per kind and group, the wounds let through.
        chances: Per group, P(the wound is unsaved there).
    """
    states = len(steps.group)
    matrices = np.zeros((len(laws), states + 1, states + 1))
    matrices[:, :states, :states] = _moves(steps, [[law.pmf for law in kind] for kind in laws], chances)
    _add_saved(matrices[:, :states, :states], steps, chances)
    means = np.array([[law.mean for law in kind] for kind in laws]) * np.array(chances)
    matrices[:, states, :states] = means[:, steps.group]
    matrices[:, states, states] = 1.0
    return matrices


def _add_saved(blocks: Matrix, steps: Steps, chances: Sequence[float]) -> None:
    """Nothing moves where the save holds or nobody is left."""
    saved = 1.0 - np.array(chances)[steps.group]
    saved[~steps.alive] = 1.0
    diagonal = np.arange(len(saved))
    blocks[:, diagonal, diagonal] += saved


def _moves(steps: Steps, pmfs: Sequence[Sequence[Pmf]], chances: Sequence[float]) -> Matrix:
    """Unsaved wounds on the living, per kind of attack; what a model cannot lose is lost with it."""
    states, width = steps.target.shape
    weights = np.zeros((len(pmfs), len(chances), width))
    for kind, groups in enumerate(pmfs):
        for group, (pmf, chance) in enumerate(zip(groups, chances, strict=True)):
            kept = len(pmf)
            if kept <= width:
                weights[kind, group, :kept] = pmf
            else:
                weights[kind, group] = pmf[:width]
                weights[kind, group, -1] += pmf[width:].sum()
            if chance != 1.0:
                weights[kind, group] *= chance
    per_state = weights[:, steps.group]
    per_state[:, ~steps.alive] = 0.0
    square = states * states
    flat = steps.target * states + np.arange(states)[:, None]
    flat = np.arange(len(pmfs))[:, None, None] * square + flat
    moved: Matrix = np.bincount(flat.ravel(), per_state.ravel(), minlength=len(pmfs) * square).astype(float, copy=False)
    return moved.reshape(len(pmfs), states, states)


def applied_powers(matrix: OneWound, start: NDArray[np.float64], most: int) -> Matrix:
    """Columns ``start, matrix @ start, matrix^2 @ start, ...`` up to the power `most`.

    Small matrices double the number of columns with each product; large ones go step by step, since squaring them
    would cost more than it saves.
    """
    columns = np.empty((len(start), most + 1))
    columns[:, 0] = start
    if len(start) > _LARGE or isinstance(matrix, Entries):
        for power in range(1, most + 1):
            columns[:, power] = matrix @ columns[:, power - 1]
        return columns
    known, power_of_known = 1, matrix
    while known <= most:
        fresh = min(known, most + 1 - known)
        columns[:, known : known + fresh] = power_of_known @ columns[:, :fresh]
        known += fresh
        if known <= most:
            power_of_known = power_of_known @ power_of_known
    return columns


def spent(column: NDArray[np.float64], law: NDArray[np.float64], stages: Sequence[tuple[float, OneWound]]) -> Matrix:
    """Apply the wounds of a law stage by stage; one column per number of devastating wounds remains.

    Each die that fails in some group falls in a stage with a fixed chance, so from the dice left over after the
    earlier stages a binomial number belongs to this one, and the last stage takes the rest.
    """
    most = len(law) - 1
    powers = applied_powers(stages[0][1], column, most)
    if len(stages) == 1:
        return powers @ law
    left = sum(chance for chance, _ in stages)
    shares = []
    for chance, _ in stages[:-1]:
        shares.append(chance / left)
        left -= chance
    split = binomial_split(most, shares[0])
    spread = np.zeros((most + 1, most + 1, law.shape[1]))
    for taken in range(most + 1):
        spread[taken, : most + 1 - taken] = law[taken:] * split[taken, : most + 1 - taken, None]
    columns = np.tensordot(powers, spread, axes=(1, 0))
    for share, (_, matrix) in zip(shares[1:], stages[1:-1], strict=True):
        columns = _stage(columns, matrix, share)
    return summed_powers(stages[-1][1], columns)


def effort_of_spent(size: int, law: NDArray[np.float64], stages: Sequence[tuple[float, OneWound]]) -> tuple[int, int]:
    """Multiplications that `spent` takes for columns of this size, and the numbers it holds at once."""
    most, devastating = law.shape
    each = effort(stages[0][1])
    if len(stages) == 1:
        return most * (each + size * devastating), size * (most + devastating)
    apart = most * most * devastating
    multiplications = most * each + size * apart + (len(stages) - 2) * apart * each + most * devastating * each
    return multiplications, apart + size * most * devastating


@lru_cache(maxsize=512)
def binomial_split(most: int, share: float) -> NDArray[np.float64]:
    """``split[k, r]`` = P(k of k + r dice fall in a stage that takes each with chance `share`)."""
    taken, rest = np.arange(most + 1)[:, None], np.arange(most + 1)[None, :]
    together = np.minimum(taken + rest, most)
    split: Matrix = binomial_table(most)[together, taken] * share**taken * (1.0 - share) ** rest
    split.flags.writeable = False
    return split


def _stage(columns: Matrix, matrix: OneWound, share: float) -> Matrix:
    """A middle stage: from r dice left over, take k with their binomial chance and apply them."""
    most = columns.shape[1] - 1
    split = binomial_split(most, share)
    result = np.zeros_like(columns)
    for taken in range(most, -1, -1):
        result = (matrix @ result.reshape(len(result), -1)).reshape(result.shape)
        result[:, : most + 1 - taken] += columns[:, taken:] * split[taken, : most + 1 - taken, None]
    return result


def summed_powers(matrix: OneWound, columns: Matrix) -> Matrix:
    """Sum of ``matrix^n @ columns[:, n]`` over n."""
    result = columns[:, -1]
    for number in range(columns.shape[1] - 2, -1, -1):
        moved: Matrix = matrix @ result
        result = moved + columns[:, number]
    return result


def spent_on_each(columns: Matrix, law: NDArray[np.float64], matrix: OneWound) -> Matrix:
    """Apply a law to every waiting column; its devastating wounds become a new, innermost index."""
    if columns.shape[1] == 1:
        return applied_powers(matrix, columns[:, 0], len(law) - 1) @ law
    powers = np.empty((*columns.shape, len(law)))
    for number in range(len(law)):
        powers[..., number] = columns
        if number + 1 < len(law):
            columns = matrix @ columns
    return (powers @ law).reshape(len(powers), -1)
