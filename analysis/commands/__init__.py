"""The commands of the command line, one a module; `analysis.__main__` hands them the catalogue when they ask for it."""

from __future__ import annotations

from typing import Final

from analysis.commands import buffs, evaluate, link, matrix, resolve
from analysis.commands.command import Command

__all__ = ["COMMANDS"]

COMMANDS: Final[dict[str, Command]] = {
    "buffs": Command("print the library of buffs as CSV", buffs.declare, buffs.run),
    "evaluate": Command("answer one scenario or a list of them, as JSON", evaluate.declare, evaluate.run),
    "link": Command("print the address part that shows a scenario on the duel page", link.declare, link.run),
    "matrix": Command("write every attacker against every target as CSV", matrix.declare, matrix.run),
    "resolve": Command("write scenarios that name units out in numbers, as JSON", resolve.declare, resolve.run),
}
