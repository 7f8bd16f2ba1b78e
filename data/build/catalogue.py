"""Build every table of the catalogue and write it, all or nothing, the same bytes each time."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from data.build import (
    abilities,
    compositions,
    defence,
    detachments,
    loadouts,
    points,
    provenance,
    statlines,
    targets,
    units,
    wargear,
    wargear_bounds,
    wargear_effects,
    weapons,
)
from data.build.buffs.assemble import assemble
from data.build.buffs.tables import BUFF_TABLES, buff_tables
from data.build.schema import Table
from data.sources.abilities import ability_links, read_abilities
from data.sources.bundle import Bundle, Row
from data.sources.facts import legends_11e, overlay_10e

__all__ = ["CATALOGUE_FOLDER", "TABLES", "build_tables", "write_catalogue"]

CATALOGUE_FOLDER = Path(__file__).resolve().parent.parent / "catalogue"

_FROM_BUNDLE: tuple[tuple[Table, Callable[[Bundle], list[Row]]], ...] = (
    (units.FACTION, units.faction_rows),
    (units.MODEL_PROFILE, units.model_profile_rows),
    (units.CONDITIONAL_KEYWORD, units.conditional_keyword_rows),
    (weapons.WEAPON_PROFILE, weapons.profile_rows),
    (weapons.WEAPON_KEYWORD, weapons.keyword_rows),
    (weapons.UNIT_WEAPON, weapons.unit_weapon_rows),
    (compositions.COMPOSITION, compositions.composition_rows),
    (compositions.COMPOSITION_SIZE, compositions.composition_size_rows),
    (loadouts.COMPOSITION_WEAPON, loadouts.composition_weapon_rows),
    (loadouts.LOADOUT, loadouts.loadout_rows),
    (points.POINTS_TIER, points.points_tier_rows),
    (points.POINTS_MIX, points.points_mix_rows),
    (wargear.WARGEAR, wargear.wargear_rows),
    (wargear.WARGEAR_OPTION, wargear.option_rows),
    (wargear.WARGEAR_BUDGET, wargear.budget_rows),
    (wargear.WARGEAR_COST, wargear.cost_rows),
    (detachments.DETACHMENT, detachments.detachment_rows),
    (detachments.ENHANCEMENT, detachments.enhancement_rows),
    (detachments.STRATAGEM, detachments.stratagem_rows),
    (detachments.LEADER_ATTACHMENT, detachments.leader_rows),
)

TABLES: tuple[Table, ...] = (
    provenance.SOURCE,
    provenance.REVISION,
    units.UNIT,
    defence.DEFENCE,
    wargear_bounds.WARGEAR_BOUND,
    wargear_effects.WARGEAR_EFFECT,
    abilities.ABILITY,
    abilities.UNIT_ABILITY,
    statlines.STATLINE,
    targets.TARGET,
    targets.UNIT_TARGET,
    *(table for table, _ in _FROM_BUNDLE),
    *BUFF_TABLES,
)
"""Every table, by which the files, the documents and the tests go."""


def build_tables(bundles: list[Bundle]) -> dict[str, list[Row]]:
    """Return the rows of every table but revision, from the corrected bundles of both editions."""
    tables: dict[str, list[Row]] = defaultdict(list)
    for bundle in bundles:
        for table, build in _FROM_BUNDLE:
            tables[table.name] += build(bundle)
        tables["wargear_bound"] += wargear_bounds.bound_rows(bundle, loadouts.loadout_rows(bundle))
        known = read_abilities(bundle)
        links = ability_links(bundle, known)
        tables["unit"] += units.unit_rows(bundle, _legends(bundle.edition))
        tables["ability"] += abilities.ability_rows(known)
        tables["unit_ability"] += abilities.unit_ability_rows(links)
        tables["defence"] += defence.defence_rows(bundle, known, links)
        tables["wargear_effect"] += wargear_effects.wargear_effect_rows(bundle, known, links)
    tables |= buff_tables(assemble(bundles))
    tables["statline"] = statlines.statline_rows(tables["weapon_profile"])
    tables["target"], tables["unit_target"] = targets.target_tables(tables)
    tables["source"] = provenance.source_rows()
    return dict(tables)


def _legends(edition: str) -> frozenset[str]:
    if edition == "11e":
        return frozenset(f"{faction_id}/{units.normalised(name)}" for faction_id, name in legends_11e())
    return frozenset(name.removesuffix("~2") for name in overlay_10e()["legends"])


def write_catalogue(bundles: list[Bundle], folder: Path = CATALOGUE_FOLDER) -> str:
    """Build and write all files into `folder`; return the revision. A failure leaves the old files alone."""
    rows = build_tables(bundles)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        new = Path(scratch) / "catalogue"
        new.mkdir()
        digest = hashlib.sha256()
        for table in sorted(TABLES, key=lambda t: t.name):
            if table.name != "revision":
                path = _write(new, table, table.arrow(rows[table.name]))
                digest.update(table.name.encode() + path.read_bytes())
        revision = digest.hexdigest()[:10]
        states = {b.edition: (b.dataslate, _dataslates(rows, b.edition)) for b in bundles}
        _write(new, provenance.REVISION, provenance.REVISION.arrow(provenance.revision_rows(revision, states)))
        _replace(folder, new)
    return revision


def _dataslates(rows: dict[str, list[Row]], edition: str) -> list[str]:
    return sorted({row["dataslate"] for row in rows["unit"] + rows["weapon_profile"] if row["edition"] == edition})


def _write(folder: Path, table: Table, content: pa.Table) -> Path:
    path = folder / f"{table.name}.parquet"
    pq.write_table(content, path, compression="zstd", compression_level=9)
    return path


def _replace(folder: Path, new: Path) -> None:
    """Put the new folder in the place of the old one."""
    old = new.parent / "old"
    if folder.exists():
        os.replace(folder, old)
    os.replace(new, folder)
    shutil.rmtree(old, ignore_errors=True)
