"""Links between units and abilities that the pages print and the packages lack."""

from __future__ import annotations

from data.build.corrections.correction import Correction
from data.sources.bundle import Bundle

__all__ = ["CORRECTIONS"]

_MISSING: dict[str, dict[str, tuple[str, ...]]] = {
    "11e": {
        "tyranids/the-red-terror": (
            "deep-strike",
            "synapse",
            "swallow-whole",
            "subterranean-hunter",
            "serpentine-fiend",
        ),
        "adeptus-custodes/witchseekers": ("daughters-of-the-abyss",),
        "astra-militarum/kasrkin": ("vox-caster", "melta-mine", "warrior-elite"),
        "chaos-space-marines/cultist-mob": ("dark-pacts",),
    },
    "10e": {
        "adeptus-custodes/witchseekers": ("daughters-of-the-abyss",),
    },
}


def _link(bundle: Bundle) -> None:
    known = {row["ability_id"] for row in bundle.abilities}
    for name, ability_ids in _MISSING[bundle.edition].items():
        unit = bundle.unit(*name.split("/"))
        unknown = set(ability_ids) - known
        if unknown:
            raise LookupError(f"{name}: no ability {sorted(unknown)}")
        unit["ability_ids"] = list(dict.fromkeys([*(unit.get("ability_ids") or []), *ability_ids]))


CORRECTIONS = (
    Correction(
        "7-10", "11e", "Red Terror, Witchseekers, Kasrkin and Cultist Mob have their abilities", "four pages", _link
    ),
    Correction("8 (10e)", "10e", "Witchseekers have Daughters of the Abyss", "the page, BSData", _link),
)
