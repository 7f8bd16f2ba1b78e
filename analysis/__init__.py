"""The mathematics of an attack: scenario in, exact result out.

`evaluate` answers one scenario. Everything here works on plain numbers: no files, no network, no database, no page.
"""
