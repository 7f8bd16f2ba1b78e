"""Tables of the duel page that belong to no chart builder."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis.activations import Activations
from analysis.explain import Explained
from analysis.result import Result
from dashboard.curves import at_least
from dashboard.numbers import amount, percent

__all__ = ["activation_table", "distribution_table", "explained_table"]


def distribution_table(result: Result) -> pd.DataFrame:
    """Both distributions, one row an outcome."""
    parts = []
    for name, law in (("models slain", result.slain), ("wounds lost", result.damage)):
        parts.append(
            pd.DataFrame(
                {"what": name, "outcome": range(len(law.pmf)), "exactly": law.pmf, "at_least": at_least(law.pmf)}
            )
        )
    return pd.concat(parts, ignore_index=True)


def explained_table(steps: Sequence[Explained]) -> pd.DataFrame:
    """The steps of an attack; numbers stay numbers, the column beside them is for reading."""
    return pd.DataFrame(
        {
            "weapon": [step.weapon for step in steps],
            "step": [step.step for step in steps],
            "reads": [percent(step.value) if step.is_chance else amount(step.value) for step in steps],
            "value": [step.value for step in steps],
            "needs": [step.about for step in steps],
            "rules": [", ".join(step.rules) for step in steps],
        }
    )


def activation_table(repeated: Activations) -> pd.DataFrame:
    """The chance that the unit is destroyed by each number of activations."""
    return pd.DataFrame(
        {
            "activations": range(1, len(repeated.destroyed) + 1),
            "chance to be destroyed": repeated.destroyed,
            "mean activations": repeated.expected,
        }
    )
