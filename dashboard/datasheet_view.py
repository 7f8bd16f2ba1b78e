"""A datasheet in numbers: models, weapons, sizes and prices, each as a table with where the facts come from."""

from __future__ import annotations

import pandas as pd

from analysis.datasheet import Datasheet

__all__ = ["model_table", "price_table", "provenance", "weapon_table"]

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
    """One row for each weapon profile the unit can have; `default` counts it in the smallest unit."""
    carried = {item.weapon_key: item.count for item in sheet.sizes[0].items} if sheet.sizes else {}
    rows = [
        {
            "weapon": weapon.name,
            "profile": profile.name,
            "type": profile.kind,
            "range": profile.range,
            "A": profile.attacks,
            "skill": "auto" if profile.skill is None else f"{profile.skill}+",
            "S": profile.strength,
            "AP": profile.ap,
            "D": profile.damage,
            "abilities": ", ".join(profile.abilities),
            "default": carried.get(weapon.key, 0),
            "provenance": profile.prov,
        }
        for weapon in sheet.weapons
        for profile in weapon.profiles
    ]
    return pd.DataFrame(rows)


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
