"""Stat lines: invulnerable saves against ranged attacks only, aircraft, one shared save."""

from __future__ import annotations

from data.build.corrections.correction import Correction
from data.sources.bundle import Bundle, Row
from data.sources.facts import overlay_10e

__all__ = ["CORRECTIONS"]


def _limit_to_ranged(unit: Row) -> None:
    for profile in unit["profiles"]:
        if profile["invuln_sv"] is not None:
            profile.update(invuln_sv_ranged=profile["invuln_sv"], invuln_sv=None, prov="corrected")


def _limit_warglaive(bundle: Bundle) -> None:
    _limit_to_ranged(bundle.unit("imperial-knights", "armiger-warglaive"))


def _limit_10e(bundle: Bundle) -> None:
    for name in overlay_10e()["ranged_only_invuln"]:
        _limit_to_ranged(bundle.unit(*name.split("/")))


def _share_weavefield_crest(bundle: Bundle) -> None:
    for profile in bundle.unit("leagues-of-votann", "hearthkyn-warriors")["profiles"]:
        profile.update(invuln_sv=5, prov="corrected")


def _open_aircraft(bundle: Bundle) -> None:
    """An aircraft's Move and OC are printed '-'; the package writes 20 and 0."""
    for unit in bundle.units:
        if "AIRCRAFT" in [keyword.upper() for keyword in unit["keywords"]]:
            for profile in unit["profiles"]:
                if profile["M"] == 20 and profile["OC"] == 0:
                    profile.update(M=None, OC=None, prov="corrected")


CORRECTIONS = (
    Correction("14", "11e", "Aircraft have no Move and no OC", "BSData and a Wahapedia export", _open_aircraft),
    Correction("14 (10e)", "10e", "Aircraft have no Move and no OC", "BSData", _open_aircraft),
    Correction(
        "15",
        "11e",
        "The Armiger Warglaive's invulnerable save holds against ranged attacks only",
        "its 10th edition sheet and the other Armigers of wh40kdc 1.4.5",
        _limit_warglaive,
    ),
    Correction(
        "16",
        "10e",
        "42 units' invulnerable saves hold against ranged attacks only",
        "BSData; the list is in overlay_10e.json",
        _limit_10e,
    ),
    Correction(
        "17",
        "11e",
        "Hearthkyn Warriors have the 5+ invulnerable save of the weavefield crest the Theyn always carries",
        "BSData gives the save to the whole unit",
        _share_weavefield_crest,
    ),
)
