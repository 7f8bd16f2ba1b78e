"""Tables buff, buff_effect and buff_pool: the library as parquet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analysis.buffs.conditions import Clause
from analysis.buffs.model import Buff
from data.build.schema import BOOL, SMALL, TEXT, TEXTS, Column, Table
from data.sources.bundle import Row

__all__ = ["BUFF", "BUFF_EFFECT", "BUFF_POOL", "BUFF_TABLES", "buff_tables"]

_WHEN = Column("conditions", TEXTS, "clauses that must all hold, in the notation of analysis/buffs/conditions.py")
_CHOICE = Column("choice", TEXT, "holds only for this choice", null="for every choice")

BUFF = Table(
    "buff",
    "Every named rule of the game that could change an attack, with its status.",
    ("edition", "buff_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("buff_id", TEXT, "id as a scenario names it"),
        Column("name", TEXT, "name"),
        Column("kind", TEXT, "order, army rule, detachment rule, stratagem, enhancement, datasheet or core ability"),
        Column("side", TEXT, "attacker or defender: who has it"),
        Column("status", TEXT, "modelled, no effect on an attack, not modelled"),
        Column("aliases", TEXTS, "other ids of the same rule"),
        Column("owner", TEXT, "detachment, datasheet or faction in words"),
        Column("faction_id", TEXT, "faction", null="every army"),
        Column("detachment_id", TEXT, "detachment", null="none"),
        Column("datasheets", TEXTS, "faction_id/unit_id of the datasheets that have it"),
        Column("cp", SMALL, "command points", null="costs none ever"),
        Column("points", SMALL, "points of an enhancement", null="none"),
        Column("phase", TEXT, "shooting, fight or any"),
        Column("conditions", TEXTS, "clauses that must hold for any of it"),
        Column("toggles", TEXTS, "ids of the facts that only the player knows"),
        Column("labels", TEXTS, "what their switches say, in the same order"),
        Column("choices", TEXTS, "options of which one is chosen"),
        Column("reason", TEXT, "why it has no effect, or what is missing", null="modelled"),
        Column("missing", TEXT, "the part of a modelled rule that is left out", null="nothing"),
        Column("passive", BOOL, "acts without being activated"),
        Column("elsewhere", BOOL, "another unit of the army may have it"),
        Column("counted", BOOL, "the numbers of its datasheets already hold its damage reduction"),
        Column("sources", TEXTS, "ability_key of the abilities it stands for"),
    ),
)

BUFF_EFFECT = Table(
    "buff_effect",
    "What a modelled buff changes, one row a change.",
    ("edition", "buff_id", "seq"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("buff_id", TEXT, "buff"),
        Column("seq", SMALL, "place in the buff"),
        Column("change", TEXT, "kind of change, see analysis/buffs/changes.py"),
        Column("value", TEXT, "its size"),
        _WHEN,
        _CHOICE,
        Column("bearer_only", BOOL, "touches only the models of the datasheet that has the ability"),
        Column("characters_only", BOOL, "touches only the characters of the unit"),
    ),
)

BUFF_POOL = Table(
    "buff_pool",
    "Mortal wounds that a buff deals beside the attacks.",
    ("edition", "buff_id", "seq"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("buff_id", TEXT, "buff"),
        Column("seq", SMALL, "place in the buff"),
        Column("hurt", TEXT, "target, attacker or friends"),
        Column("rolls", SMALL, "tests made; 0: one for each point of Toughness of the attacker's model"),
        Column("faces", TEXTS, "D6 results that succeed; none: every one"),
        Column("leadership", BOOL, "a failed Leadership test is the success"),
        Column("mortals", TEXT, "dice text, what each success deals"),
        Column("most", SMALL, "at most so many successes count", null="all"),
        Column("psychic", BOOL, "from a psychic rule"),
        _WHEN,
        _CHOICE,
    ),
)

BUFF_TABLES = (BUFF, BUFF_EFFECT, BUFF_POOL)


def buff_tables(buffs: Iterable[Buff]) -> dict[str, list[Row]]:
    """Build the rows of the three tables."""
    rows: dict[str, list[Row]] = {table.name: [] for table in BUFF_TABLES}
    for buff in buffs:
        rows["buff"].append(_buff_row(buff))
        key = {"edition": buff.edition, "buff_id": buff.id}
        for seq, effect in enumerate(buff.effects):
            effect_row = {
                "seq": seq,
                "change": effect.change,
                "value": str(effect.value),
                "conditions": _texts(effect.when),
                "choice": effect.choice,
                "bearer_only": effect.bearer_only,
                "characters_only": effect.characters_only,
            }
            rows["buff_effect"].append(key | effect_row)
        for seq, pool in enumerate(buff.pools):
            pool_row = {
                "seq": seq,
                "hurt": pool.hurt,
                "rolls": pool.rolls,
                "faces": [str(face) for face in pool.faces],
                "leadership": pool.leadership,
                "mortals": pool.mortals,
                "most": pool.most,
                "psychic": pool.psychic,
                "conditions": _texts(pool.when),
                "choice": pool.choice,
            }
            rows["buff_pool"].append(key | pool_row)
    return rows


def _texts(when: Sequence[Clause]) -> list[str]:
    return [" or ".join(str(atom) for atom in clause) for clause in when]


def _buff_row(buff: Buff) -> Row:
    return {
        "edition": buff.edition,
        "buff_id": buff.id,
        "name": buff.name,
        "kind": buff.kind,
        "side": buff.side,
        "status": buff.status,
        "aliases": list(buff.aliases),
        "owner": buff.owner,
        "faction_id": buff.faction,
        "detachment_id": buff.detachment,
        "datasheets": list(buff.datasheets),
        "cp": buff.cp,
        "points": buff.points,
        "phase": buff.phase,
        "conditions": _texts(buff.when),
        "toggles": [toggle.id for toggle in buff.toggles],
        "labels": [toggle.label for toggle in buff.toggles],
        "choices": list(buff.choices),
        "reason": buff.reason,
        "missing": buff.missing,
        "passive": buff.passive,
        "elsewhere": buff.elsewhere,
        "counted": buff.counted,
        "sources": list(buff.sources),
    }
