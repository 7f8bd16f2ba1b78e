"""Weapon keywords: from the source's records to tokens, to rows, and to the ability grammar of a Scenario."""

from __future__ import annotations

from dataclasses import dataclass

from data.build.dice import dice_text, parse_dice
from data.sources.bundle import Row

__all__ = ["WeaponKeyword", "read_keywords"]


@dataclass(frozen=True, slots=True)
class WeaponKeyword:
    """One keyword of one weapon profile.

    `value` is the X of "rapid fire X" as dice text. `required_any` and
    `excluded` are the target keywords of a scoped ability (R-MOD-15).
    """

    keyword_id: str
    value: str | None = None
    target_keyword: str | None = None
    threshold: int | None = None
    required_any: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()

    @property
    def token(self) -> str:
        """The canonical token.

        >>> WeaponKeyword("anti", target_keyword="INFANTRY", threshold=4).token
        'anti:infantry:4+'
        >>> WeaponKeyword("lethal-hits", excluded=("MONSTER", "VEHICLE")).token
        'lethal-hits:non-monster/vehicle'
        """
        parts = [self.keyword_id]
        if self.target_keyword is not None:
            parts.append(self.target_keyword.lower())
        if self.threshold is not None:
            parts.append(f"{self.threshold}+")
        if self.value is not None:
            parts.append(self.value.lower())
        if self._scope:
            parts.append(self._scope)
        return ":".join(parts)

    @property
    def ability(self) -> str | None:
        """The same in the words of a Scenario's `abilities`; None where it is no ability (Hunter).

        >>> WeaponKeyword("sustained-hits", value="D3").ability
        'sustained hits d3'
        >>> WeaponKeyword("anti", target_keyword="INFANTRY", threshold=4).ability
        'anti-infantry 4+'
        """
        if self.keyword_id == "hunter":
            return None
        if self.keyword_id == "anti":
            return f"anti-{(self.target_keyword or '').lower()} {self.threshold}+"
        words = "close-quarters" if self.keyword_id == "close-quarters" else self.keyword_id.replace("-", " ")
        words = "twin-linked" if self.keyword_id == "twin-linked" else words
        if self.value is not None:
            words = f"{words} {self.value.lower()}"
        return f"{words}: {self._scope}" if self._scope else words

    @property
    def _scope(self) -> str:
        if self.required_any:
            return "/".join(self.required_any).lower()
        if self.excluded:
            return "non-" + "/".join(self.excluded).lower()
        return ""


def read_keywords(records: list[Row]) -> list[WeaponKeyword]:
    """Read a profile's keyword records, one `WeaponKeyword` for each target keyword of `anti`."""
    found: list[WeaponKeyword] = []
    for record in records:
        for keyword in _read_one(record):
            if keyword not in found:
                found.append(keyword)
    return found


def _read_one(record: Row) -> list[WeaponKeyword]:
    keyword_id = record["keyword_id"]
    parameters = record.get("parameters") or {}
    value = parameters.get("value")
    targets = _upper(str(parameters.get("target_keyword") or "").split("/"))
    required = _upper(parameters.get("required_target_keywords_any") or [])
    if set(required) == set(targets):
        required = ()
    return [
        WeaponKeyword(
            keyword_id=keyword_id,
            value=None if value is None else dice_text(parse_dice(value)),
            target_keyword=target or None,
            threshold=parameters.get("threshold"),
            required_any=required,
            excluded=_upper(parameters.get("excluded_target_keywords") or []),
        )
        for target in (targets or ("",))
    ]


def _upper(words: list[str]) -> tuple[str, ...]:
    return tuple(word.strip().upper() for word in words if word.strip())
