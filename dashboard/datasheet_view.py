"""A datasheet in numbers: models, weapons, sizes and prices, each as a table with where the facts come from."""

from __future__ import annotations

import pandas as pd

from analysis.datasheet import Datasheet
from dashboard.plain import markdown_text

__all__ = [
    "carried_in_words",
    "defence_in_words",
    "model_table",
    "modelled_in_words",
    "price_table",
    "provenance",
    "weapon_table",
]

_SHORT = {"source": "from source", "manual": "by hand"}  # the other marks say it themselves

_STATUS = {
    "modelled": "modelled",
    "no effect on an attack": "without effect on an attack or counted in the numbers above",
    "not modelled": "not modelled",
}

_PROVENANCE = {
    "source": "taken over from the source",
    "verified": "checked against a second source",
    "corrected": "corrected, the source being wrong",
    "guess": "a guess, no source being certain",
    "manual": "entered by hand",
    "user": "entered by you",
}


def model_table(sheet: Datasheet) -> pd.DataFrame:
    """One row for each kind of model."""
    rows = []
    for line in sheet.composition:
        profile = sheet.profile(line.profile_line)
        rows.append(
            {
                "model": line.name,
                "from": line.minimum,
                "to": line.maximum,
                "M": profile.movement,
                "T": profile.toughness,
                "Sv": f"{profile.save}+",
                "invulnerable": _invulnerable(
                    profile.invulnerable_against("ranged"), profile.invulnerable_against("melee")
                ),
                "W": profile.wounds,
                "Ld": f"{profile.leadership}+",
                "OC": profile.objective_control,
            }
        )
    return pd.DataFrame(rows)


def weapon_table(sheet: Datasheet) -> pd.DataFrame:
    """One row for each weapon profile the unit can have; `carried` counts it in the smallest unit by default."""
    carried = {item.weapon_key: item.count for item in sheet.sizes[0].items} if sheet.sizes else {}
    rows = [
        {
            "weapon": weapon.name,
            "profile": profile.name or "",
            "range": "melee" if profile.kind == "melee" else "–" if profile.range is None else f"{profile.range}",
            "A": profile.attacks,
            "skill": "auto" if profile.skill is None else f"{profile.skill}+",
            "S": profile.strength,
            "AP": profile.ap,
            "D": profile.damage,
            "abilities": ", ".join(profile.abilities),
            "carried": carried.get(weapon.key, 0),
            "provenance": _SHORT.get(profile.prov, profile.prov),
        }
        for weapon in sheet.weapons
        for profile in weapon.profiles
    ]
    return pd.DataFrame(rows)


def carried_in_words(sheet: Datasheet) -> str:
    """What the smallest unit carries by default, and whether a source says so."""
    if not sheet.sizes:
        return "No source lists its models, so it cannot be put on the table."
    size = sheet.sizes[0]
    names = {weapon.weapon_id: weapon.name for weapon in sheet.weapons}
    names |= {wargear.item_id: wargear.name for wargear in sheet.wargear}
    listed = ", ".join(f"{item.count} × {_headed(names.get(item.item_id, item.item_id))}" for item in size.items)
    models = "1 model carries" if size.models == 1 else f"{size.models} models carry"
    doubt = " No source knows this default loadout: it is a guess." if size.is_guess else ""
    return f"By default {models} {listed or 'nothing'}.{doubt}"


def _headed(name: str) -> str:
    """A name as at the head of a line: sources write some wargear without a capital."""
    return markdown_text(name[:1].upper() + name[1:])


def defence_in_words(sheet: Datasheet) -> str:
    """What is always on when the unit is attacked, beside the saves of its models; empty for nothing."""
    defence = sheet.defence
    parts = [
        f"Feel No Pain {threshold}+{against}"
        for threshold, against in (
            (defence.feel_no_pain, ""),
            (defence.feel_no_pain_mortal, " against mortal wounds"),
            (defence.feel_no_pain_psychic, " against psychic attacks"),
        )
        if threshold
    ]
    parts += ["Stealth"] * defence.stealth + ["Lone Operative"] * defence.lone_operative
    parts += [f"damage reduced by {defence.damage_reduction}"] * (defence.damage_reduction > 0)
    parts += ["damage halved"] * defence.halve_damage
    return f"Always on when it is attacked: {', '.join(parts)}." if parts else ""


def modelled_in_words(abilities: pd.DataFrame) -> str:
    """How many abilities of a unit are counted; `abilities` as `queries.search.unit_abilities` gives them."""
    if abilities.empty:
        return "The catalogue lists no abilities for it."
    counts = abilities["status"].value_counts()
    parts = [f"{counts[status]} {words}" for status, words in _STATUS.items() if status in counts.index]
    noun = "ability" if len(abilities) == 1 else "abilities"
    return f"{len(abilities)} {noun}: {', '.join(parts)}."


def price_table(sheet: Datasheet) -> pd.DataFrame:
    """One row for each price: sizes, which copies in the army pay it, and who."""
    rows = [
        {
            "models": f"{tier.models_min}"
            if tier.models_min == tier.models_max
            else f"{tier.models_min}–{tier.models_max}",
            "copies": f"{tier.copies_min}+" if tier.copies_max is None else f"{tier.copies_min}–{tier.copies_max}",
            "points": tier.cost,
            "paid by": tier.host_faction or "its own faction",
        }
        for tier in sheet.tiers
    ]
    return pd.DataFrame(rows, columns=["models", "copies", "points", "paid by"])


def provenance(prov: str) -> str:
    """What the mark of a fact means."""
    return _PROVENANCE.get(prov, prov)


def _invulnerable(ranged: int | None, melee: int | None) -> str:
    if ranged == melee:
        return f"{ranged}+" if ranged else "–"
    sides = [f"{save}+ against {what}" for save, what in ((ranged, "ranged"), (melee, "melee")) if save]
    return ", ".join(sides)
