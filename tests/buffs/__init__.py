"""Buffs: the required rows, how they combine, the compiler, values, and the whole library."""
