"""A second, independent answer to every scenario: each die enumerated with fractions, slow and obvious."""

from __future__ import annotations

from tests.oracle.enumerator import enumerate_scenario

__all__ = ["enumerate_scenario"]
