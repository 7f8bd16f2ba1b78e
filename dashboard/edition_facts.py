"""Which facts changed with the edition: on a unit's datasheet, and in the numbers of one attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pandas as pd

from analysis.datasheet import Datasheet, WeaponProfile
from analysis.names import comparable
from analysis.scenario import Group, Scenario, Weapon
from dashboard import facts
from dashboard.edition_duels import EARLIER, LATER

__all__ = ["changes_of_attack", "sheet_changes"]

_MOST_TOLD = 4


def sheet_changes(reference: str) -> pd.DataFrame:
    """What changed on a unit's datasheet, fact by fact."""
    old, new = facts.datasheet(EARLIER, reference), facts.datasheet(LATER, reference)
    before, after = dict(_facts_of(old)), dict(_facts_of(new))
    rows = [
        (name, before.get(name, "–"), after.get(name, "–"))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]
    return pd.DataFrame(rows, columns=["fact", "10th edition", "11th edition"])


def _facts_of(sheet: Datasheet) -> Iterator[tuple[str, str]]:
    for tier in sheet.tiers:
        if tier.host_faction is None and tier.copies_min == 1:
            yield f"points of {tier.models_max} models", str(tier.cost)
    for profile in sheet.profiles:
        saves = (profile.invulnerable_against("ranged"), profile.invulnerable_against("melee"))
        numbers = f"T{profile.toughness} Sv{profile.save}+ W{profile.wounds} inv {saves[0] or '–'}/{saves[1] or '–'}"
        yield f"models: {profile.name}", numbers
    for weapon in sheet.weapons:
        for number, line in enumerate(weapon.profiles):
            label = f"{weapon.name}{f' – {line.name}' if line.name else ''}{f' ({number + 1})' if number else ''}"
            yield label, _line(line)


def _line(profile: WeaponProfile) -> str:
    skill = "auto" if profile.skill is None else f"{profile.skill}+"
    abilities = f" [{', '.join(sorted(profile.abilities))}]" if profile.abilities else ""
    return f"A{profile.attacks} {skill} S{profile.strength} AP{profile.ap} D{profile.damage}{abilities}"


def changes_of_attack(earlier: Scenario, later: Scenario, offered: frozenset[str] = frozenset()) -> dict[str, str]:
    """By name of the cause, the facts of its datasheet that changed: "Lasgun: S 3 to 4; Flamer: new".

    A weapon `offered` by both editions, by comparable name, is neither new nor gone: one of them does not assume it.
    """
    pairs = {
        "Attacker's datasheet": (_weapons(earlier), _weapons(later)),
        "Target's datasheet": (_models(earlier), _models(later)),
        "Attacker's price": (_price(earlier.attacker.points), _price(later.attacker.points)),
        "Target's price": (_price(earlier.target.points), _price(later.target.points)),
    }
    weapons = "Attacker's datasheet"
    told = {
        cause: _told(before, after, offered if cause == weapons else frozenset())
        for cause, (before, after) in pairs.items()
    }
    before, after = (list(lines) for lines in pairs[weapons])
    if [name for name in before if name in after] != [name for name in after if name in before]:
        order = f"attacks in the order {', '.join(after)}"
        told[weapons] = "; ".join(part for part in (told[weapons], order) if part)
    return {cause: text for cause, text in told.items() if text}


Facts = Mapping[str, Mapping[str, str]]
"""Name of a weapon or of models, to characteristics and their values."""


def _told(before: Facts, after: Facts, offered: frozenset[str]) -> str:
    lines = []
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name), after.get(name)
        if old is None or new is None:
            lines.append(f"{name}: {_in_one_only(name, old is None, offered)}")
            continue
        changed = [f"{key} {old.get(key) or '–'} to {new[key] or '–'}" for key in new if old.get(key) != new[key]]
        if changed:
            lines.append(": ".join(part for part in (name, ", ".join(changed)) if part))
    more = len(lines) - _MOST_TOLD
    return "; ".join(lines[:_MOST_TOLD]) + (f"; {more} more" if more > 0 else "")


def _in_one_only(name: str, is_later: bool, offered: frozenset[str]) -> str:
    """Why only one edition's attack has a weapon or models; offered by both, it is a matter of what is carried."""
    words = f"{comparable(name)} "  # a line is named by its weapon and, after it, its profile
    if any(words.startswith(f"{one} ") for one in offered):
        return f"assumed in the {'11th' if is_later else '10th'} only, offered by both"
    return "new" if is_later else "gone"


def _weapons(scenario: Scenario) -> dict[str, dict[str, str]]:
    """Weapon lines by name; case and punctuation of names differ between the sources."""
    lines: dict[str, dict[str, str]] = {}
    for weapon in scenario.attacker.weapons:
        name = comparable(weapon.name).capitalize()
        lines[name if name not in lines else f"{name}, line {len(lines) + 1}"] = _weapon_facts(weapon)
    return lines


def _weapon_facts(weapon: Weapon) -> dict[str, str]:
    changes = weapon.modifiers.model_dump(exclude_defaults=True) if weapon.modifiers else {}
    return {
        "number": str(weapon.count),
        "A": weapon.attacks,
        "skill": "auto" if weapon.skill is None else f"{weapon.skill}+",
        "S": str(weapon.strength),
        "AP": str(weapon.ap),
        "D": weapon.damage,
        "abilities": ", ".join(sorted(weapon.abilities)),
        "modifiers": ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in sorted(changes.items())),
    }


def _models(scenario: Scenario) -> dict[str, dict[str, str]]:
    groups = scenario.target.groups
    return {"" if len(groups) == 1 else group.name: _group_facts(group) for group in groups}


def _group_facts(group: Group) -> dict[str, str]:
    pains = ", ".join(f"{pain.threshold}+ ({pain.against})" for pain in group.feel_no_pain or [])
    return {
        "models": str(group.count),
        "T": str(group.toughness),
        "Sv": f"{group.save}+",
        "invulnerable": f"{group.invulnerable}+" if group.invulnerable else "",
        "W": str(group.wounds),
        "Feel No Pain": pains,
        "damage reduction": str(group.damage_reduction or ""),
        "halves damage": "yes" if group.halve_damage else "",
    }


def _price(points: float | None) -> dict[str, dict[str, str]]:
    return {"": {"points": "" if points is None else f"{points:g}"}}
