"""What n wounds do to fresh units of several groups, and where devastating wounds are counted apart.

Of several groups the saves decide who suffers, so a table depends on strike and guard, unless all groups fail on the
same faces; and where a devastating wound does something else than an unsaved one, a table counts both: n unsaved
wounds, then m devastating ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.editions import Edition
from analysis.matrix.arsenal import Punch
from analysis.matrix.defences import ThroughTables
from analysis.matrix.distinct import kinds_of
from analysis.matrix.ranks import Ranks, Stand, in_ranks
from analysis.matrix.walks import METRICS, in_stages, lasting

__all__ = ["SavedUnits"]

Numbers = NDArray[np.intp]
Chances = tuple[float, ...]

_ROOM: Final = 4_000_000
"""Numbers that the walks of one piece of work may take up."""


class _Tracks(NamedTuple):
    """The ways in which dice may fall in the stages of a save, for some stands side by side.

    A *lane* is a stand with P(a wound is unsaved) for each of its stages and groups; a *track* is a lane with the
    shares of the dice that fall in each stage, which alone depend on how many faces fail.

    Attributes:
        of: Per guard and stand the number of its track.
        lane: Per track the number of its lane.
        shares: Per track the shares of its stages.
        stand: Per lane its stand.
        chances: Per lane its chances: stages and groups.
    """

    of: Numbers
    lane: Numbers
    shares: list[Chances]
    stand: Numbers
    chances: list[tuple[Chances, ...]]


class SavedUnits:
    """Tables of punches against some units."""

    def __init__(
        self,
        stands: Sequence[Stand],
        through: ThroughTables,
        failing: Numbers,
        edition: Edition,
        aims: bool,
        punches: Mapping[tuple[int, int], Sequence[Punch]],
        apart: bool,
    ) -> None:
        """Walk through all units.

        Args:
            stands: The units.
            through: What wounds put through.
            failing: Failing faces of the save: (guards, save classes).
            edition: Whether saves are read from the lowest die up.
            aims: Whether the strikes aim at a character.
            punches: By the most unsaved and the most devastating wounds asked for, the punches that may deal so many.
            apart: Whether devastating wounds are counted apart.
        """
        self._through = through
        self._failing = failing
        self._sorted = edition.saves_sorted
        self._apart = apart
        self._tables: dict[Punch, tuple[NDArray[np.float64], Numbers]] = {}
        ranks = in_ranks(stands, through, edition, aims) if punches else []
        units = [stand.units for own in ranks for stand in own.stands]
        self._units = np.concatenate(units) if units else np.zeros(0, dtype=np.intp)
        self._order = np.argsort(self._units)
        for most, own in punches.items() if ranks else ():
            table, places = self._walked(ranks, own, most)
            self._tables.update({punch: (table, place) for punch, place in zip(own, places, strict=True)})

    def columns(self, punch: Punch, units: Numbers) -> tuple[NDArray[np.float64], Numbers]:
        """``values[column, n, m, figure]`` after n unsaved and m devastating wounds, and the column of some units."""
        values, places = self._tables[punch]
        met = places[self._order[np.searchsorted(self._units, units, sorter=self._order)]]
        own, column = np.unique(met, return_inverse=True)
        return values[own], column

    def _walked(
        self, ranks: Sequence[Ranks], punches: Sequence[Punch], most: tuple[int, int]
    ) -> tuple[NDArray[np.float64], Numbers]:
        """All columns that these punches need, and for each punch the column of every unit."""
        strikes, guards = (np.array(numbers, dtype=np.intp) for numbers in zip(*punches, strict=True))
        parts, places, width = [], [], 0
        for own in ranks:
            table, place = self._tabled(own, strikes, guards, most)
            parts.append(table)
            places.append(width + np.repeat(place, [len(stand.units) for stand in own.stands], axis=1))
            width += len(table)
        return np.concatenate(parts), np.concatenate(places, axis=1)

    def _tabled(
        self, ranks: Ranks, strikes: Numbers, guards: Numbers, most: tuple[int, int]
    ) -> tuple[NDArray[np.float64], Numbers]:
        """``table[column, n, m, figure]``, and for each punch the column of every stand."""
        own_guards, guard = np.unique(guards, return_inverse=True)
        tracks = self._tracks(ranks.stands, own_guards.tolist())
        code = strikes[:, None] * len(tracks.lane) + tracks.of[guard]
        codes, place = np.unique(code, return_inverse=True)
        strike, track = np.divmod(codes, len(tracks.lane))
        table = np.empty((len(codes), most[0] + 1, most[1] + 1, len(METRICS)))
        stages = np.array([len(shares) for shares in tracks.shares], dtype=np.intp)[track]
        states, lengths = ranks.rows.shape[2], (most[0] + 1, most[1] + 1)
        each = states * (2 * states + 3 * lengths[0]) + lengths[0] ** 2
        each += lengths[1] * len(METRICS) * (lengths[0] + states)
        for number in np.unique(stages).tolist():
            here = np.flatnonzero(stages == number)
            for piece in np.array_split(here, min(len(here), 1 + len(here) * each // _ROOM)):
                table[piece] = self._along(ranks, strike[piece], track[piece], tracks, most)
        return table, place.reshape(code.shape)

    def _along(
        self, ranks: Ranks, strike: Numbers, track: Numbers, tracks: _Tracks, most: tuple[int, int]
    ) -> NDArray[np.float64]:
        """``table[column, n, m, figure]`` of tracks with equally many stages."""
        lane = tracks.lane[track]
        stand = tracks.stand[lane]
        hides = ranks.of_groups[stand]
        unsaved = ranks.cut(stand, self._through.unsaved[strike[:, None], hides])
        past_saves = unsaved
        if self._apart:
            past_saves = ranks.cut(stand, self._through.devastating[strike[:, None], hides])
        first, kind = kinds_of(lane, *unsaved.T, *(past_saves.T if self._apart else ()))
        chances = np.array([[_widened(own, hides.shape[1]) for own in tracks.chances[n]] for n in lane[first].tolist()])
        stand, unsaved, past_saves = stand[first], unsaved[first], past_saves[first]
        matrices = [ranks.unsaved(stand, unsaved, chances[:, stage]) for stage in range(chances.shape[1])]
        rows = self._rows(ranks, stand, past_saves, most[1])
        shares = np.array([tracks.shares[number] for number in track.tolist()])
        read = in_stages(matrices, rows, most[0], shares, kind)
        return self._figures(read, strike, ranks.hides[tracks.stand[lane]], most)

    def _rows(self, ranks: Ranks, stand: Numbers, past_saves: Numbers, most: int) -> NDArray[np.float64]:
        """What is read after the unsaved wounds: figures after m devastating ones, and wounds counted by hide."""
        _, figures, states = ranks.rows.shape
        hides = ranks.hides.shape[1]
        rows = np.zeros((len(stand), figures + hides, states + hides))
        rows[:, :figures, :states] = ranks.rows[stand]
        counted = rows[:, figures:]
        counted[:, np.arange(hides), np.arange(states, states + hides)] = 1.0
        if not self._apart:
            return rows
        last = lasting(ranks.past_saves(stand, past_saves), rows, most).reshape(len(stand), -1, states + hides)
        last[..., states:] = 0.0  # unsaved wounds are counted for themselves
        return np.concatenate([last, counted], axis=1)

    def _figures(
        self, read: NDArray[np.float64], strike: Numbers, hides: Numbers, most: tuple[int, int]
    ) -> NDArray[np.float64]:
        """``table[column, n, m, figure]`` from what was read: figures, and wounds counted by hide."""
        count = hides.shape[1]
        by_wounds = read[:, :, :-count].reshape(len(read), most[0] + 1, most[1] + 1, -1)
        means = self._through.means(strike[:, None], hides)
        through = np.einsum("cnh,ch->cn", read[:, :, -count:], means[0])[:, :, None]
        if self._apart:
            through = through + np.einsum("cnmh,ch->cnm", by_wounds[..., 3:], means[1])
        table = np.empty((*by_wounds.shape[:3], len(METRICS)))
        table[..., :3] = by_wounds[..., :3]
        table[..., 3] = np.maximum(through - table[..., 0], 0.0)
        return table

    def _tracks(self, stands: Sequence[Stand], guards: Sequence[int]) -> _Tracks:
        tracks: dict[tuple[int, Chances], int] = {}
        lanes: dict[tuple[int, tuple[Chances, ...]], int] = {}
        of = np.empty((len(guards), len(stands)), dtype=np.intp)
        failing_by_class = self._failing[guards]
        for place, stand in enumerate(stands):
            for row, failing in enumerate(failing_by_class[:, stand.saves].tolist()):
                shares, chances = _stages(tuple(failing), self._sorted)
                lane = lanes.setdefault((place, chances), len(lanes))
                of[row, place] = tracks.setdefault((lane, shares), len(tracks))
        return _Tracks(
            of,
            np.array([lane for lane, _ in tracks], dtype=np.intp),
            [shares for _, shares in tracks],
            np.array([stand for stand, _ in lanes], dtype=np.intp),
            [chances for _, chances in lanes],
        )


@lru_cache(maxsize=4096)
def _stages(failing: tuple[int, ...], saves_sorted: bool) -> tuple[Chances, tuple[Chances, ...]]:
    """The shares of dice that fall in each stage of a save, and P(one is unsaved there) for each group.

    Of the dice that fail in some group: those have been counted by the law of wounds.
    """
    worst = max(failing)
    if not saves_sorted or len(failing) == 1:
        return (1.0,), (tuple(faces / worst for faces in failing),)
    thresholds = sorted(set(failing))
    shares = [(threshold - below) / worst for below, threshold in zip([0, *thresholds[:-1]], thresholds, strict=True)]
    chances = [tuple(float(faces >= threshold) for faces in failing) for threshold in thresholds]
    return tuple(shares), tuple(chances)


def _widened(chances: Chances, groups: int) -> Chances:
    """Chances of units with fewer groups, for arrays that hold more."""
    return chances + (0.0,) * (groups - len(chances))
