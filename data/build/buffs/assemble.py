"""The whole library: hand-written rows first, then everything the source's data says of the rest of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from analysis.buffs.library import slug
from analysis.buffs.model import Buff, Kind
from data.build.buffs.compile import compile_ability
from data.build.buffs.identity import Bearers, aliases_of, rule_id, titled
from data.build.buffs.joined import joined, without_clashes
from data.build.buffs.leaves import flatten
from data.build.buffs.mends import Mend, read_mends
from data.build.buffs.reasons import IN_THE_LOADOUT, NO_DATA, no_effect
from data.build.buffs.sides import buffs_of_sides, only_wounds
from data.build.buffs.vocabulary import Vocabulary
from data.build.buffs.written import read_written
from data.build.defence import protections
from data.sources.abilities import RawAbility, ability_links, read_abilities
from data.sources.bundle import Bundle, Row

__all__ = ["assemble"]

_KINDS: Final[dict[str, tuple[str, Kind]]] = {
    "unit": ("ability", "datasheet ability"),
    "core": ("ability", "core ability"),
    "faction": ("army", "army rule"),
}
_OF_DETACHMENTS: Final[dict[str, tuple[str, Kind]]] = {
    "detachment": ("detachment", "detachment rule"),
    "stratagem": ("stratagem", "stratagem"),
    "enhancement": ("enhancement", "enhancement"),
}
_ANY_PHASE: Final = "any"
_MANY: Final = 4
"""In so many detachments a rule of the same name and data is one that all of its kind share."""


def assemble(bundles: Iterable[Bundle]) -> list[Buff]:
    """Every buff of both editions; a hand-written one takes the place of a compiled one of its id or alias.

    Raises:
        BuffFileError: For a wrong row of data/buffs.
    """
    written = read_written()
    found = {(buff.edition, buff.id): buff for buff in written}
    names = {(buff.edition, name): (buff.edition, buff.id) for buff in written for name in (buff.id, *buff.aliases)}
    editions = list(bundles)
    items = frozenset(item for bundle in editions for item in _wargear(bundle))
    for bundle in editions:
        for buff in joined(_Edition.of(bundle, items).buffs()):
            key = names.get((buff.edition, buff.id), (buff.edition, buff.id))
            known = found.setdefault(key, buff)
            if known is not buff:
                found[key] = replace(known, sources=tuple(dict.fromkeys([*known.sources, *buff.sources])))
    return sorted(without_clashes(list(found.values())), key=lambda buff: (buff.edition, buff.id))


@dataclass(frozen=True, slots=True)
class _Edition:
    """What compiling one edition's rules needs."""

    bundle: Bundle
    abilities: Mapping[str, RawAbility]
    by_id: Mapping[str, Sequence[RawAbility]]
    of_detachments: Mapping[tuple[str, str | None, str], str]
    of_names: Mapping[tuple[str, str], Sequence[RawAbility]]
    bearers: Bearers
    vocabulary: Vocabulary
    wargear: frozenset[str]
    names: Mapping[str, str]

    @classmethod
    def of(cls, bundle: Bundle, items: frozenset[str]) -> _Edition:
        """Read the abilities and links of an edition; `items` are the wargear of both."""
        abilities = read_abilities(bundle)
        by_id: dict[str, list[RawAbility]] = {}
        for ability in abilities:
            by_id.setdefault(ability.ability_id, []).append(ability)
        names = {row["id"]: row["name"] for row in (*bundle.factions, *bundle.detachments)}
        bearers = Bearers.of(bundle, ability_links(bundle, abilities))
        index = {ability.key: ability for ability in abilities}
        of_detachments: dict[tuple[str, str | None, str], str] = {
            (one.ability_type, one.detachment_id, slug(one.name)): one.ability_id
            for one in abilities
            if one.detachment_id
        }
        of_names: dict[tuple[str, str], list[RawAbility]] = {}
        for ability in abilities:
            of_names.setdefault((ability.ability_type, slug(ability.name)), []).append(ability)
        return cls(bundle, index, by_id, of_detachments, of_names, bearers, Vocabulary.of(bundle), items, names)

    def buffs(self) -> Iterator[Buff]:
        """Every rule of the edition that has a name: abilities, detachment rules, stratagems, enhancements."""
        for ability in self.abilities.values():
            if ability.ability_type in _KINDS:
                yield from self._ability(ability)
        for detachment in self.bundle.detachments:
            yield from self._detachment_rules(detachment)
        for kind, row in self._items():
            yield from self._detachment_item(kind, row)
        linked = self._linked_keys()
        for ability in self.abilities.values():
            if ability.ability_type in _OF_DETACHMENTS and ability.key not in linked:
                yield from self._unlinked(ability)

    def _items(self) -> Iterator[tuple[str, Row]]:
        """What an army buys or spends command points on."""
        yield from (("stratagem", row) for row in self.bundle.stratagems)
        yield from (("enhancement", row) for row in self.bundle.enhancements)

    def _linked_keys(self) -> set[str]:
        """Keys of the abilities that a detachment, stratagem or enhancement names."""
        named = [(self._named(kind, row), row.get("detachment_id")) for kind, row in self._items()]
        for detachment in self.bundle.detachments:
            rules = detachment.get("detachment_rule_ids") or [detachment.get("detachment_rule_id")]
            named += [(rule, detachment["id"]) for rule in rules]
        return {
            one.key
            for name, detachment in named
            for one in self.by_id.get(name or "", ())
            if one.detachment_id in (None, detachment)
        }

    def _named(self, kind: str, row: Row) -> str | None:
        """The ability of a stratagem or enhancement; where its row forgets it, that of its detachment and name."""
        return row.get("ability_id") or self.of_detachments.get((kind, row.get("detachment_id"), slug(row["name"])))

    def _unlinked(self, ability: RawAbility) -> Iterator[Buff]:
        """A rule of a detachment that only its ability data speaks of."""
        stem, kind = _OF_DETACHMENTS[ability.ability_type]
        detachment = next((one for one in self.bundle.detachments if one["id"] == ability.detachment_id), None)
        own = rule_id(stem, ability.detachment_id or ability.faction_id or "core", ability.name)
        common = self._of_detachment(kind, own, ability.name, detachment)
        yield from self._compiled(common if detachment else replace(common, faction=ability.faction_id), ability)

    def _ability(self, ability: RawAbility) -> Iterator[Buff]:
        """Abilities of datasheets, core abilities and army rules."""
        stem, kind = _KINDS[ability.ability_type]
        units = self.bearers.have(ability)
        unit_ids = list(dict.fromkeys(unit["id"] for unit in units))
        faction = ability.faction_id or _common_faction(units)
        if not units and faction is None and (ability.ability_type == "unit" or "~" in ability.key):
            return  # a left-over of the source: no datasheet has it, so nobody could use it
        owner = unit_ids[0] if stem == "ability" and len(unit_ids) == 1 else faction or "core"
        if stem == "army":
            owner = ""
        own = rule_id(stem, owner, ability.name)
        others = unit_ids if stem == "ability" else [faction or ""]
        common = Buff(
            id=own,
            name=ability.name,
            edition=cast(Any, self.bundle.edition),
            kind=kind,
            side="attacker",
            status="not modelled",
            aliases=aliases_of(stem, others, ability.name, own),
            owner=units[0]["name"] if len(unit_ids) == 1 else self.names.get(faction or "", "Core"),
            faction=faction,
            datasheets=tuple(dict.fromkeys(f"{unit['faction_id']}/{unit['id']}" for unit in units)),
            passive=_acts_unasked(ability) and not self._is_wargear(ability),
            counted=bool(protections(ability)),
            elsewhere=stem == "army" or not units,
        )
        yield from self._compiled(common, ability)

    def _is_wargear(self, ability: RawAbility) -> bool:
        """Whether it is what an item of wargear does; the catalogue counts that where a model carries it."""
        words = ability.ability_id.split("-")
        return any("-".join(words[:count]) in self.wargear for count in range(1, len(words) + 1))

    def _detachment_rules(self, detachment: Row) -> Iterator[Buff]:
        only = detachment.get("detachment_rule_id")
        rules = detachment.get("detachment_rule_ids") or ([only] if only else [])
        if not rules:
            own = rule_id("detachment", detachment["id"], "rule")
            common = self._of_detachment("detachment rule", own, f"Rule of {detachment['name']}", detachment)
            yield from self._compiled(common, None)
        for rule in rules:
            ability = self._linked(rule, detachment["faction_id"], detachment["id"])
            name = ability.name if ability else rule.replace("-", " ").title()
            own = rule_id("detachment", detachment["id"], name)
            common = self._of_detachment("detachment rule", own, name, detachment)
            yield from self._compiled(common, ability)

    def _detachment_item(self, kind: str, row: Row) -> Iterator[Buff]:
        """A stratagem or an enhancement."""
        detachment = next((one for one in self.bundle.detachments if one["id"] == row.get("detachment_id")), None)
        if detachment is None and row.get("category") != "core":
            return
        faction = (detachment or {}).get("faction_id")
        linked = self._linked(self._named(kind, row), faction, row.get("detachment_id"))
        ability = linked or self._of_many(kind, row)
        own = rule_id(kind, detachment["id"] if detachment else "core", row["name"])
        common = self._of_detachment(cast(Kind, kind), own, titled(row["name"]), detachment)
        phases = row.get("phases") or []
        phase = phases[0] if phases in (["shooting"], ["fight"]) else _ANY_PHASE
        common = replace(common, cp=row.get("cp_cost"), points=row.get("cost"), phase=cast(Any, phase))
        yield from self._compiled(common, ability)

    def _of_many(self, kind: str, row: Row) -> RawAbility | None:
        """What a rule does in many other detachments, the same in all of them, where its own ability is missing."""
        known = [one for one in self.of_names.get((kind, slug(row["name"])), ()) if one.detachment_id]
        alike = len({str(one.effect) for one in known}) == 1
        return known[0] if len(known) >= _MANY and alike and row.get("detachment_id") else None

    def _of_detachment(self, kind: Kind, own: str, name: str, detachment: Row | None) -> Buff:
        return Buff(
            id=own,
            name=name,
            edition=cast(Any, self.bundle.edition),
            kind=kind,
            side="attacker",
            status="not modelled",
            owner=_owner(detachment),
            faction=detachment["faction_id"] if detachment and not detachment.get("game_modes") else None,
            detachment=detachment["id"] if detachment else None,
            elsewhere=True,
        )

    def _linked(self, ability_id: str | None, faction: str | None, detachment: str | None) -> RawAbility | None:
        """The ability a rule names: its own faction's before others, and none that belongs to another detachment."""
        candidates = [one for one in self.by_id.get(ability_id or "", ()) if one.detachment_id in (None, detachment)]
        own = [one for one in candidates if one.faction_id == faction]
        return next(iter(own or candidates), None)

    def _compiled(self, common: Buff, ability: RawAbility | None) -> Iterator[Buff]:
        """The buff, or one for each side that the ability serves."""
        if ability is None:
            yield replace(common, status="not modelled", reason=NO_DATA)
            return
        common = replace(common, sources=(ability.key,))
        sides = compile_ability(ability, self.vocabulary, self.bearers.are_leaders(ability), self._mends(ability))
        if self._is_wargear(ability) and only_wounds(sides):
            yield replace(common, status="no effect on an attack", reason=IN_THE_LOADOUT)
            return
        if not sides:
            reason = no_effect(flatten(ability.effect))
            yield replace(common, status="no effect on an attack", reason=reason)
            return
        yield from buffs_of_sides(common, sides)

    def _mends(self, ability: RawAbility) -> list[Mend]:
        """The mends of the ability's faction, or of its units' where the source names none."""
        factions = (
            [ability.faction_id]
            if ability.faction_id
            else [str(unit["faction_id"]) for unit in self.bearers.have(ability)]
        )
        found = (read_mends().get(f"{faction}/{ability.ability_id}") for faction in factions)
        mends = next((own for own in found if own), ())
        return [mend for mend in mends if mend.edition in (None, self.bundle.edition)]


def _acts_unasked(ability: RawAbility) -> bool:
    """Whether nobody has to activate it; what the source calls reactive or activated may still be always there."""
    always = ability.scope.get("duration") == "permanent" and not ability.trigger
    return not ability.usage and (ability.behavior == "passive" or always)


def _common_faction(units: Sequence[Row]) -> str | None:
    """The faction of all units, where they share one."""
    factions = {str(unit["faction_id"]) for unit in units}
    return factions.pop() if len(factions) == 1 else None


def _owner(detachment: Row | None) -> str:
    """The detachment's name; those of combat patrols, which no other army has, say so."""
    if detachment is None:
        return "Core"
    mode = detachment.get("game_modes")
    return f"{detachment['name']} ({mode[0].replace('-', ' ')})" if mode else str(detachment["name"])


def _wargear(bundle: Bundle) -> Iterator[str]:
    """Everything a unit may carry that is no weapon."""
    weapons = {row["id"] for row in bundle.weapons.values()}
    carried = [row["id"] for row in bundle.wargear]
    for option in bundle.options:
        for choice in option.get("replacement_choice") or [option.get("replacement") or []]:
            carried += choice
    for composition in bundle.compositions.values():
        for model in composition["models"]:
            carried += model.get("default_weapon_ids") or []
    yield from (item for item in carried if item not in weapons)
