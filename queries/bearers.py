"""Who may have which enhancement, out of the catalogue: a character with the keywords it asks for, or a whole unit.

Names and keywords are the only source. An upgrade is a unit's, any other enhancement a character's; where no datasheet
with its keywords is a character (War Dogs, tanks of the Custodes), it is what makes one of them a character.
"""

from __future__ import annotations

import re
from typing import Final

from analysis.buffs.library import slug
from analysis.buffs.model import Bearer
from queries.database import Database

__all__ = ["bearer_of", "read_bearers"]

_CHARACTER: Final = frozenset({"CHARACTER"})
_HERO: Final = frozenset({"EPIC HERO"})
"""Heroes of a name of their own have no enhancements, though upgrades of their unit may reach them."""

_PART: Final = re.compile(r"-when-(attacking|attacked)$")
"""What tells the two halves of a rule apart that acts on either side of an attack."""


def read_bearers(base: Database, edition: str) -> dict[str, Bearer]:
    """Whom each enhancement of an edition asks for, by the id of its buff; without those nobody can be told of."""
    sheets = [frozenset((name.upper(), *words)) for name, words in base.rows("unit_keywords", edition=edition)]
    # An army is of a chapter, its units need not say so: whose rule it is has been asked of the army by then.
    names = dict(base.rows("faction_names", edition=edition))
    chapters = {names[chapter].upper() for chapter, _ in base.rows("chapters", edition=edition)}
    known = frozenset[str]().union(*sheets)
    characters = [words for words in sheets if "CHARACTER" in words]
    found: dict[str, Bearer] = {}
    for detachment, name, required, excluded in base.rows("enhancements", edition=edition):
        asked = known.intersection(required)
        if asked or not required:
            never = frozenset(excluded)
            found[f"enhancement/{detachment}/{slug(name)}"] = _bearer(name, asked - chapters, never, characters)
    return found


def bearer_of(bearers: dict[str, Bearer], buff_id: str) -> Bearer | None:
    """Who may have a rule; None for what is no enhancement."""
    return bearers.get(_PART.sub("", buff_id))


def _bearer(name: str, asked: frozenset[str], never: frozenset[str], characters: list[frozenset[str]]) -> Bearer:
    one = Bearer(asked | _CHARACTER, never | _HERO)
    is_upgrade = "upgrade" in slug(name).split("-")
    return Bearer(asked, never) if is_upgrade or not any(map(one.may_be, characters)) else one
