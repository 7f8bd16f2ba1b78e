"""The commands of the command line, one a module; `analysis.__main__` hands them the catalogue when they ask for it."""

from __future__ import annotations

from typing import Final

from analysis.commands.command import Command

__all__ = ["COMMANDS"]

COMMANDS: Final[dict[str, Command]] = {
    "buffs": Command("print the library of buffs as CSV", "analysis.commands.buffs"),
    "evaluate": Command("answer one scenario or a list of them, as JSON", "analysis.commands.evaluate"),
    "link": Command("print the address part that shows a scenario on the duel page", "analysis.commands.link"),
    "matrix": Command("write every attacker against every target as CSV", "analysis.commands.matrix"),
    "resolve": Command("write scenarios that name units out in numbers, as JSON", "analysis.commands.resolve"),
}
