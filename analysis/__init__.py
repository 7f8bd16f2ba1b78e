"""The mathematics of an attack: scenario in, exact result out.

`evaluate` answers one scenario. Everything here works on plain numbers: no files, no network, no database, no page.
"""

from __future__ import annotations

from analysis.errors import InputError
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import Scenario

__all__ = ["InputError", "Result", "Scenario", "evaluate"]
