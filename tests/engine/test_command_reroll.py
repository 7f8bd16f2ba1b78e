"""The Command Re-roll against every way the dice can fall: WE-49 with wounds, saves and damage behind it.

No given case has one. The attack is played out here as at a table: roll, look for the first die that failed and was
not rolled twice already, roll that one again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from tests.engine.duel import answer, exactly, group, weapon
from tests.engine.literal_dice import Dice, every_game

BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])


@dataclass(frozen=True)
class Table:
    """The numbers of one attack as a player at the table knows them."""

    attacks: int = 2
    hit: int = 4
    wound: int = 4
    save: int = 5
    sustained: int = 0
    devastating: bool = False
    ones_rerolled: bool = False
    damage: int = 1  # sides of the damage die
    wounds: int = 2
    models: int = 3


@dataclass
class Hand:
    """The one Command Re-roll of the phase."""

    kind: str
    unused: bool = True

    def may_reroll(self, kind: str) -> bool:
        if self.kind != kind or not self.unused:
            return False
        self.unused = False
        return True


def rolls_of(dice: Dice, number: int, need: int, table: Table, hand: Hand, kind: str) -> list[int]:
    """A handful of dice: ones are rolled again where that is allowed, then the first failure left as it fell."""
    marks = (2, need, 6)
    faces = [dice.roll(6, *marks) for _ in range(number)]
    again = [table.ones_rerolled and face == 1 for face in faces]
    faces = [dice.roll(6, *marks) if rolled else face for face, rolled in zip(faces, again, strict=True)]
    for place, face in enumerate(faces):
        if face < need and not again[place] and hand.may_reroll(kind):
            faces[place] = dice.roll(6, *marks)
    return faces


def damage_roll(dice: Dice, table: Table, hand: Hand) -> int:
    if table.damage == 1:
        return 1
    rolled = dice.roll(table.damage)
    if 2 * rolled < table.damage + 1 and hand.may_reroll("damage"):
        return dice.roll(table.damage)
    return rolled


def played(table: Table, kind: str) -> Callable[[Dice], tuple[int, int, int]]:
    """Hits, wounds and wounds lost of one attack."""

    def play(dice: Dice) -> tuple[int, int, int]:
        hand = Hand(kind)
        hit_faces = rolls_of(dice, table.attacks, table.hit, table, hand, "hit")
        hits = sum(face >= table.hit for face in hit_faces) + table.sustained * hit_faces.count(6)
        wound_faces = rolls_of(dice, hits, table.wound, table, hand, "wound")
        wounds = [face for face in wound_faces if face >= table.wound]
        critical = [face for face in wounds if face == 6 and table.devastating]
        unsaved = sum(dice.roll(6, table.save) < table.save for _ in range(len(wounds) - len(critical)))
        lost = 0
        for _ in range(unsaved + len(critical)):  # damage of criticals comes last and is alike
            if lost < table.models * table.wounds:
                lost += min(damage_roll(dice, table, hand), table.wounds - lost % table.wounds)
        return hits, len(wounds), lost

    return play


def check(edition: str, table: Table, kind: str) -> None:
    abilities = [f"sustained hits {table.sustained}"] * bool(table.sustained)
    abilities += ["devastating wounds"] * table.devastating
    printed = "1" if table.damage == 1 else f"D{table.damage}"
    gun = weapon(*abilities, attacks=table.attacks, skill=table.hit, damage=printed)
    body = group(
        count=table.models, wounds=table.wounds, save=table.save, toughness={3: 3, 4: 4, 5: 5, 6: 8}[table.wound]
    )
    rerolls = {"reroll_hits": "ones", "reroll_wounds": "ones"} if table.ones_rerolled else {}
    found = answer(edition, gun, body, modifiers={"command_reroll": kind, **rerolls})

    games = every_game(played(table, kind))

    def mean(figure: int) -> Fraction:
        return sum((outcome[figure] * chance for outcome, chance in games.items()), Fraction(0))

    lost = [
        sum((chance for outcome, chance in games.items() if outcome[2] == k), Fraction(0))
        for k in range(table.models * table.wounds + 1)
    ]
    assert (found.hits, found.wounds) == (exactly(mean(0)), exactly(mean(1)))
    assert found.damage.pmf == exactly(lost)


@BOTH
@pytest.mark.parametrize("kind", ["hit", "wound"])
@pytest.mark.parametrize(
    "table",
    [
        Table(),
        Table(attacks=3, save=7),
        Table(sustained=1, save=7),
        Table(wound=5, ones_rerolled=True, save=7),
        Table(attacks=1, sustained=2, wound=6, models=1),
        Table(devastating=True),
    ],
    ids=["plain", "three attacks", "sustained", "ones re-rolled", "last model", "devastating"],
)
def test_one_failed_die_is_rolled_again(edition: str, kind: str, table: Table) -> None:
    check(edition, table, kind)


@BOTH
@pytest.mark.parametrize(
    "table",
    [
        Table(damage=6, save=7, wounds=6),
        Table(damage=3, wounds=2, models=1),
        Table(damage=6, attacks=2, wounds=4, models=2, devastating=True, save=7),
    ],
    ids=["D6", "one model", "devastating"],
)
def test_one_low_damage_roll_is_rolled_again(edition: str, table: Table) -> None:
    check(edition, table, "damage")


@BOTH
@pytest.mark.parametrize(("weapons", "printed", "sides", "plus"), [(1, "D6", 6, 0), (2, "D6", 6, 0), (3, "D3+1", 3, 1)])
def test_one_low_number_of_attacks_is_rolled_again(
    edition: str, weapons: int, printed: str, sides: int, plus: int
) -> None:
    gun = weapon("torrent", attacks=printed, count=weapons, strength=8)
    found = answer(edition, gun, group(save=7, wounds=1), modifiers={"command_reroll": "attacks"})

    def play(dice: Dice) -> int:
        hand = Hand("attacks")
        total = 0
        for _ in range(weapons):
            rolled = dice.roll(sides)
            if 2 * rolled < sides + 1 and hand.may_reroll("attacks"):
                rolled = dice.roll(sides)
            total += rolled + plus
        return total

    games = every_game(play)
    attacks = sum((total * chance for total, chance in games.items()), Fraction(0))
    none_wound = sum((chance * Fraction(1, 6) ** total for total, chance in games.items()), Fraction(0))

    assert found.attacks == exactly(attacks)
    assert found.damage.pmf[0] == exactly(none_wound)


@pytest.mark.parametrize("flag", ["snap_shooting", "indirect"])
def test_where_hits_may_not_be_rolled_again_the_command_re_roll_may_not_either(flag: str) -> None:
    gun = weapon("indirect fire", skill=3)
    situation = {flag: True}
    plain = answer("11e", gun, group(), situation=situation).hits

    assert answer("11e", gun, group(), situation=situation, modifiers={"command_reroll": "hit"}).hits == plain
    assert answer("10e", gun, group(), situation=situation, modifiers={"command_reroll": "hit"}).hits > plain


@BOTH
def test_only_the_first_line_may_use_it(edition: str) -> None:
    lines = [weapon(name="first"), weapon(name="second")]
    first, second = answer(edition, lines, group(), modifiers={"command_reroll": "hit"}).per_weapon

    assert first.hits == exactly(Fraction(2, 3) + Fraction(1, 3) * Fraction(2, 3))
    assert second.hits == exactly(Fraction(2, 3))
