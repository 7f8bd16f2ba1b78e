"""The link to a scenario: one versioned codec, the same for the pages and for `python -m analysis link`.

A link's query string carries four readable parameters and one packed one::

    v=1&edition=11e&data=<revision of the catalogue>&s=<scenario>

`s` is the scenario as compact JSON with every field written out, defaults included, so that a default changed later
changes no old link. It is squeezed by raw deflate against a dictionary of the words that every scenario holds, and
spelt in the URL-safe base64 alphabet. A link is hostile until read: sizes are bounded before and after unpacking.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, urlencode

from pydantic import BaseModel

from analysis.errors import InputError

__all__ = ["EDITIONS", "FORMAT", "Link", "decode", "encode", "pack", "parse_query", "unpack"]

FORMAT: Final = "1"
EDITIONS: Final = ("10e", "11e")
LONGEST_PACKED: Final = 8_000  # characters; browsers and proxies refuse longer addresses anyway
LONGEST_TEXT: Final = 100_000  # characters of JSON after unpacking
LONGEST_REVISION: Final = 80

# Part of format 1: a changed byte makes every old link unreadable. Deflate prefers the end, so the commonest come last.
_DICTIONARY: Final = (
    b'"toggles":[],"choice":null,"stratagem/core/command-re-roll"ability/detachment/enhancement/army/order/'
    b'"devastating wounds","lethal hits","sustained hits 1","twin-linked","rapid fire 1","anti-infantry 4+","blast",'
    b'"heavy","melta 2","torrent","ignores cover","pistol","assault","hazardous","INFANTRY","VEHICLE","CHARACTER",'
    b'"adeptus-astartes/"chaos-space-marines/"astra-militarum/"imperial-knights/"orks/"necrons/"tyranids/"aeldari/'
    b'"failures""ones""non_critical""below_average""melee""shooting""fight","against":"all"'
    b'{"version":1,"edition":"10e","phase":"shooting","attacker":{"unit":","models":10,"copy":1,"loadout":[{"weapon":"'
    b'","profile":null,"count":1},{"weapon":"Close combat weapon","profile":null,"count":9}],"attached":[],'
    b'"wounded":0},"army_faction":null,"detachment":null,"buffs":[{"id":"'
    b'"target":{"name":"","points":100.0,"keywords":["INFANTRY"],"stealth":false,"groups":[{"name":"models","count":5,'
    b'"toughness":4,"save":3,"invulnerable":null,"wounds":2,"feel_no_pain":null,"damage_reduction":0,'
    b'"halve_damage":false,"damage_set":null,"character":false,"points":null,"wounded":0}]},'
    b'"situation":{"distance":null,"half_range":false,"stationary":false,"charged":false,"cover":false,'
    b'"indirect":false,"spotted":false,"snap_shooting":false,"precision_on_character":false},'
    b'"modifiers":{"hit":0,"wound":0,"skill":0,"attacks":0,"strength":0,"damage":0,"ap":0,"reroll_hits":"none",'
    b'"reroll_wounds":"none","reroll_damage":"none","critical_hit":6,"critical_wound":6,"abilities":[],"toughness":0,'
    b'"save":0,"save_roll":0,"invulnerable":null,"feel_no_pain":null,"damage_reduction":0,"halve_damage":false,'
    b'"damage_set":null,"command_reroll":null,"buffs":[]}}'
    b'{"version":1,"edition":"11e","attacker":{"name":"attacker","points":100.0,"keywords":[],'
    b'"all_monster_or_vehicle":null,"groups":null,"weapons":[{"name":"","count":1,"type":"ranged","range":24,'
    b'"attacks":"2","skill":3,"strength":4,"ap":0,"damage":"1","abilities":[],"modifiers":null,"lethal_choice":"best"},'
)


@dataclass(frozen=True, slots=True)
class Link:
    """What a link said: the scenario as JSON values, not yet validated, and the catalogue it was made with.

    Attributes:
        data: The scenario; inline or referring.
        edition: Whose rules the link names.
        revision: Revision of the catalogue the sender saw; another one may price or arm a unit differently.
    """

    data: dict[str, Any]
    edition: str
    revision: str


def encode(scenario: BaseModel, edition: str, revision: str) -> str:
    """The query string that shows a scenario, inline or referring.

    >>> from analysis.scenario import Scenario
    >>> scenario = Scenario.from_json({"edition": "11e",
    ...     "attacker": {"weapons": [{"type": "ranged", "attacks": 2, "skill": 3, "strength": 4, "damage": 1}]},
    ...     "target": {"groups": [{"count": 5, "toughness": 4, "save": 3, "wounds": 2}]}})
    >>> query = encode(scenario, "11e", "2026-09-22")
    >>> query.startswith("v=1&edition=11e&data=2026-09-22&s="), len(query) < 200
    (True, True)
    >>> Scenario.from_json(decode(parse_query(query)).data) == scenario
    True
    """
    return urlencode({"v": FORMAT, "edition": edition, "data": revision, "s": pack(scenario)})


def decode(parameters: Mapping[str, Sequence[str]]) -> Link:
    """Read the parameters of a link, each with all values given for it.

    Raises:
        InputError: Naming the parameter, its value and what was expected.
    """
    version = _single(parameters, "v")
    if version != FORMAT:
        raise InputError("link.v", version, f"{FORMAT}, the only format of a link so far")
    edition = _single(parameters, "edition")
    if edition not in EDITIONS:
        raise InputError("link.edition", edition, " or ".join(EDITIONS))
    revision = _single(parameters, "data")
    if len(revision) > LONGEST_REVISION:
        raise InputError("link.data", revision, f"at most {LONGEST_REVISION} characters")
    data = unpack(_single(parameters, "s"))
    if data.get("edition") != edition:
        raise InputError("link.edition", edition, f"the edition of the scenario in the link, {data.get('edition')!r}")
    return Link(data, edition, revision)


def parse_query(query: str) -> dict[str, list[str]]:
    """Split a query string into its parameters, with or without the leading question mark.

    Raises:
        InputError: For a string of more than 16,000 characters or 100 parameters.
    """
    try:
        if len(query) > 2 * LONGEST_PACKED:
            raise ValueError(query)
        return parse_qs(query.removeprefix("?"), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        expected = f"at most {2 * LONGEST_PACKED} characters and 100 parameters"
        raise InputError("link", f"{len(query)} characters", expected) from None


def pack(scenario: BaseModel) -> str:
    """Squeeze a scenario, every field written out, into URL-safe characters."""
    text = json.dumps(scenario.model_dump(mode="json", by_alias=True), separators=(",", ":"), ensure_ascii=False)
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS, memLevel=9, zdict=_DICTIONARY)
    packed = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def unpack(packed: str) -> dict[str, Any]:
    """Read what `pack` wrote, or what somebody else made up.

    Raises:
        InputError: For a text that is too long, cut off, altered, or holds anything but one JSON object.
    """
    if len(packed) > LONGEST_PACKED:
        raise InputError("link.s", f"{len(packed)} characters", f"at most {LONGEST_PACKED} characters")
    try:
        squeezed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_DICTIONARY)
        text = reader.decompress(squeezed, LONGEST_TEXT)
        if not reader.eof or reader.unused_data:
            raise ValueError(packed)
        data = json.loads(text, parse_constant=_refuse_constant)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise InputError("link.s", packed, "the text of a whole link, copied without changes") from None
    if not isinstance(data, dict):
        raise InputError("link.s", packed, "a scenario")
    return data


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _single(parameters: Mapping[str, Sequence[str]], name: str) -> str:
    values = parameters.get(name, ())
    if len(values) != 1:
        found = "nothing" if not values else f"{len(values)} values"
        raise InputError(f"link.{name}", found, "one value")
    return values[0]
