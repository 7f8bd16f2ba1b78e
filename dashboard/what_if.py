"""The what-if controls: one row for each field of a scenario's situation and modifiers that a player may try out.

The same rows draw the controls of the duel and of the matrix, and give the single steps that a tornado chart tries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

__all__ = ["DISTANCE", "MODIFIERS", "SITUATION", "Control", "changed", "changed_in_words", "single_steps"]

Side = Literal["attacker", "target"]
SHOOTING: Final = ("shooting",)
FIGHT: Final = ("fight",)
BOTH: Final = ("shooting", "fight")


@dataclass(frozen=True, slots=True)
class Control:
    """One control.

    Attributes:
        field: Name in `situation` or `modifiers` of a scenario.
        label: Above the control.
        values: What it may be set to, in order; the neutral one included.
        neutral: The value that changes nothing.
        names: How values are written; a missing one is written as a signed number.
        help: One line in players' words.
        side: Who has the rule that the control stands for.
        phases: Where it matters.
        wraps: Whether the values have no order, so that every other one is a single step.
    """

    field: str
    label: str
    values: tuple[Any, ...]
    neutral: Any
    help: str
    side: Side = "attacker"
    names: Mapping[Any, str] | None = None
    phases: tuple[str, ...] = BOTH
    wraps: bool = False

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return self.values == (False, True)

    def write(self, value: Any) -> str:
        """A value in words.

        >>> MODIFIERS[0].write(1), MODIFIERS[0].write(-1), MODIFIERS[0].write(0)
        ('+1', '−1', '0')
        """
        if self.names and value in self.names:
            return self.names[value]
        return f"+{value}" if value > 0 else str(value).replace("-", "−")

    def at(self, value: Any) -> str:
        """The control with what it is set to.

        >>> MODIFIERS[0].at(1)
        'To hit +1'
        """
        return f"{self.label} {self.write(value)}"

    def steps(self, value: Any) -> tuple[Any, ...]:
        """The values one step away."""
        if self.wraps or self.is_switch or value not in self.values:
            return tuple(other for other in self.values if other != value)
        place = self.values.index(value)
        return self.values[max(0, place - 1) : place] + self.values[place + 1 : place + 2]


def _switch(
    field: str, label: str, explanation: str, side: Side = "attacker", phases: tuple[str, ...] = BOTH
) -> Control:
    return Control(field, label, (False, True), False, explanation, side, {False: "off", True: "on"}, phases)


def _shift(field: str, label: str, reach: tuple[int, int], explanation: str, side: Side = "attacker") -> Control:
    return Control(field, label, tuple(range(reach[0], reach[1] + 1)), 0, explanation, side)


_REROLLS: Final = {"none": "none", "ones": "ones", "failures": "failures", "non_critical": "all but criticals"}
_ROLLS: Final = {None: "none"} | {roll: f"{roll}+" for roll in (6, 5, 4, 3, 2)}

SITUATION: Final = (
    _switch("half_range", "Half range", "Rapid Fire and Melta weapons are within half their range.", phases=SHOOTING),
    _switch("stationary", "Stood still", "The attacker has not moved: Heavy weapons add 1 to hit.", phases=SHOOTING),
    _switch("charged", "Charged", "The attacker charged this turn: Lance weapons add 1 to wound.", phases=FIGHT),
    _switch("cover", "In cover", "The target has the benefit of cover.", "target", SHOOTING),
    _switch("indirect", "Unseen", "Only Indirect Fire weapons may still shoot, badly.", phases=SHOOTING),
    _switch("spotted", "Friend sees it", "The hidden target is visible to a friend of the shooter.", phases=SHOOTING),
    _switch("snap_shooting", "Overwatch", "Shooting in the enemy's turn: only natural 6s hit.", phases=SHOOTING),
    _switch("plunging_fire", "Plunging fire", "Shooting down from high terrain.", phases=SHOOTING),
    _switch("precision_on_character", "At a character", "Precision weapons pick out the target's character."),
)
DISTANCE: Final = Control(
    "distance",
    "Distance",
    (None, *range(1, 73)),
    None,
    "When given, each weapon decides by its own range whether it reaches and whether half range holds.",
    names={None: "as the switches say", 1: "1 inch"} | {inches: f"{inches} inches" for inches in range(2, 73)},
    phases=SHOOTING,
)
"""For a table; a single duel has a field for any distance."""
MODIFIERS: Final = (
    _shift("hit", "To hit", (-2, 2), "Added to hit rolls; all such changes together count for at most 1."),
    _shift("wound", "To wound", (-2, 2), "Added to wound rolls; all such changes together count for at most 1."),
    _shift("skill", "BS or WS", (-2, 2), "Improves the skill itself, on top of what is added to the roll."),
    _shift("attacks", "Attacks", (-3, 6), "Added to the Attacks of every weapon."),
    _shift("strength", "Strength", (-4, 6), "Added to the Strength of every weapon."),
    _shift("ap", "AP", (-3, 4), "Improves AP by this much."),
    _shift("damage", "Damage", (0, 4), "Added to the Damage of every weapon."),
    Control(
        "reroll_hits",
        "Re-roll hits",
        tuple(_REROLLS),
        "none",
        "Which failed hit rolls are rolled again.",
        names=_REROLLS,
    ),
    Control(
        "reroll_wounds",
        "Re-roll wounds",
        tuple(_REROLLS),
        "none",
        "Which failed wound rolls are rolled again.",
        names=_REROLLS,
    ),
    Control(
        "reroll_damage",
        "Re-roll damage",
        ("none", "ones", "below_average"),
        "none",
        "Which damage rolls are rolled again.",
        names={"none": "none", "ones": "lowest", "below_average": "below average"},
    ),
    Control(
        "critical_hit", "Critical hit on", (6, 5, 4, 3, 2), 6, "Natural hit rolls that are critical.", names=_ROLLS
    ),
    Control(
        "critical_wound",
        "Critical wound on",
        (6, 5, 4, 3, 2),
        6,
        "Natural wound rolls that are critical.",
        names=_ROLLS,
    ),
    Control(
        "command_reroll",
        "Command Re-roll",
        (None, "hit", "wound", "damage", "attacks"),
        None,
        "One die of the first weapon may be rolled again.",
        names={None: "none", "hit": "a hit", "wound": "a wound", "damage": "damage", "attacks": "attacks"},
        wraps=True,
    ),
    _shift("toughness", "Toughness", (-3, 3), "Added to the target's Toughness.", "target"),
    _shift("save", "Save", (-2, 2), "Improves the target's armour save, never past 2+.", "target"),
    _shift("save_roll", "Saving throws", (-2, 2), "Added to every saving throw.", "target"),
    Control(
        "invulnerable", "Invulnerable save", tuple(_ROLLS), None, "Given to every target model.", "target", names=_ROLLS
    ),
    Control(
        "feel_no_pain", "Feel No Pain", tuple(_ROLLS), None, "Given to every target model.", "target", names=_ROLLS
    ),
    _shift("damage_reduction", "Damage taken off", (0, 3), "Subtracted from the damage of each attack.", "target"),
    _switch("halve_damage", "Halve damage", "Each attack does half its damage, rounded up.", "target"),
)


def changed(controls: tuple[Control, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not neutral.

    >>> changed(MODIFIERS, {"hit": 1, "wound": 0})
    {'hit': 1}
    """
    known = {control.field: control.neutral for control in controls}
    return {field: value for field, value in values.items() if field in known and value != known[field]}


def changed_in_words(controls: tuple[Control, ...], values: Mapping[str, Any]) -> list[str]:
    """Each control that is not neutral, with what it is set to.

    >>> changed_in_words(MODIFIERS, {"ap": -1, "hit": 1, "wound": 0})
    ['To hit +1', 'AP −1']
    """
    moved = changed(controls, values)
    return [control.at(moved[control.field]) for control in controls if control.field in moved]


def single_steps(
    controls: tuple[Control, ...], values: Mapping[str, Any], phase: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every single change by one step: its name, and the values that then hold.

    >>> next(single_steps(MODIFIERS, {}, "fight"))
    ('To hit −1', {'hit': -1})
    """
    for control in controls:
        if phase in control.phases:
            for other in control.steps(values.get(control.field, control.neutral)):
                yield control.at(other), {**values, control.field: other}
