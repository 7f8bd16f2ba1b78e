"""Sizes, mixes and printed loadouts."""

from __future__ import annotations

import duckdb
import pytest

Counts = dict[str, int]


def loadout(catalogue: duckdb.DuckDBPyConnection, unit_key: str, models: int) -> Counts:
    sql = "SELECT item_id, count FROM loadout WHERE unit_key = ? AND models = ? AND loadout = 'default'"
    return dict(catalogue.execute(sql, [unit_key, models]).fetchall())


def test_every_armed_unit_has_a_loadout_at_each_legal_size(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT s.unit_key, s.models FROM composition_size s
        WHERE s.unit_key IN (SELECT unit_key FROM unit_weapon)
        AND NOT EXISTS (
            FROM loadout l WHERE l.unit_key = s.unit_key AND l.models = s.models AND l.weapon_key IS NOT NULL
        )
    """
    assert catalogue.execute(sql).fetchall() == []


def test_at_most_sixty_loadouts_are_guesses(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT count(DISTINCT unit_key) FROM loadout WHERE prov = 'guess'"
    assert 0 < catalogue.execute(sql).fetchall()[0][0] <= 60


def test_all_sizes_from_least_to_most_are_there(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT unit_key FROM unit JOIN composition_size USING (unit_key) GROUP BY unit_key, min_models, max_models
        HAVING min(models) <> min_models OR max(models) <> max_models
               OR count(DISTINCT models) <> max_models - min_models + 1
    """
    assert catalogue.execute(sql).fetchall() == []
    sql = "SELECT unit_key FROM unit WHERE unit_key NOT IN (SELECT unit_key FROM composition_size)"
    assert catalogue.execute(sql).fetchall() == []
    sql = "SELECT unit_key, models FROM composition_size GROUP BY ALL HAVING sum(count) <> models"
    assert catalogue.execute(sql).fetchall() == []


def test_no_weapon_is_carried_that_the_unit_cannot_have(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT DISTINCT unit_key, item_id FROM loadout ANTI JOIN unit_weapon USING (unit_key, weapon_key)
        WHERE weapon_key IS NOT NULL
    """
    assert catalogue.execute(sql).fetchall() == []


def test_a_model_whose_options_replace_its_gun_has_one(catalogue: duckdb.DuckDBPyConnection) -> None:
    """Of the marines whose printed loadout was a blade alone; and tanks of the 10th edition without their guns."""
    sql = """
        SELECT l.unit_key, sum(l.count) FROM loadout l JOIN unit USING (unit_key)
        JOIN weapon_profile w USING (weapon_key)
        WHERE l.models = unit.min_models AND NOT w.is_melee AND w.profile_no = 1 AND list_contains($units, l.unit_key)
        GROUP BY 1 ORDER BY 1
    """
    wanted = {
        "10e/astra-militarum/ogryn-bodyguard": 1,
        "10e/astra-militarum/taurox-prime": 2,
        "10e/astra-militarum/valkyrie": 2,
        "10e/death-guard/chaos-rhino": 1,
        "10e/tau-empire/commander-in-enforcer-battlesuit": 1,
        "10e/world-eaters/chaos-rhino": 1,
        "11e/adeptus-astartes/chaplain-with-jump-pack": 1,
        "11e/adeptus-astartes/terminator-squad": 5,
        "11e/adeptus-astartes/vanguard-veteran-squad-with-jump-packs": 5,
    }
    assert dict(catalogue.execute(sql, {"units": list(wanted)}).fetchall()) == wanted


@pytest.mark.parametrize(
    ("unit_key", "models", "expected"),
    [
        (
            "11e/astra-militarum/kasrkin",
            10,
            {"hot-shot-lasgun": 9, "close-combat-weapon-kasrkin": 9, "hot-shot-laspistol": 1, "chainsword-kasrkin": 1},
        ),
        ("10e/adeptus-astartes/intercessor-squad", 5, {"bolt-rifle": 5, "bolt-pistol": 5, "close-combat-weapon": 5}),
        ("10e/adeptus-astartes/intercessor-squad", 8, {"bolt-rifle": 8, "bolt-pistol": 8, "close-combat-weapon": 8}),
        (
            "10e/astra-militarum/cadian-shock-troops",
            20,
            {"lasgun": 18, "close-combat-weapon": 18, "laspistol": 2, "chainsword": 2},
        ),
        ("10e/adeptus-astartes/roboute-guilliman", 1, {"hand-of-dominion": 1, "emperors-sword": 1}),
        ("10e/thousand-sons/thousand-sons-cultists", 10, {"cultist-firearm": 10, "brutal-assault-weapon": 10}),
        ("10e/chaos-space-marines/mutilators", 3, {"fleshmetal-weapons": 3}),
        ("10e/drukhari/ravager", 1, {"dark-lance": 3, "bladevanes": 1}),
        ("10e/astra-militarum/bullgryn-squad", 6, {"close-combat-weapon": 6, "grenadier-gauntlet": 6}),
        (
            "10e/tau-empire/crisis-fireknife-battlesuits",
            3,
            {"battlesuit-fists": 3, "missile-pod": 3, "plasma-rifle": 3},
        ),
        (
            "11e/adeptus-astartes/terminator-squad",
            10,
            {"storm-bolter-terminator-squad": 10, "power-fist-terminator-squad": 10},
        ),
        ("11e/thousand-sons/defiler", 1, {
            "shearing-claws": 1, "hades-battle-cannon": 1, "excruciator-cannon": 2,
            "heavy-missile-launcher": 1, "heavy-baleflamer": 1,
        }),
    ],
)  # fmt: skip
def test_known_loadouts(catalogue: duckdb.DuckDBPyConnection, unit_key: str, models: int, expected: Counts) -> None:
    assert loadout(catalogue, unit_key, models) == expected


def test_growing_a_squad_never_takes_weapons_away(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT unit_key, models, item_id FROM (
            SELECT *, lag(count) OVER (PARTITION BY unit_key, item_id ORDER BY models) AS fewer FROM loadout
        ) WHERE count < fewer
    """
    assert catalogue.execute(sql).fetchall() == []


def test_units_whose_models_differ_keep_them_apart(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT c.model_name, s.count, p.t, p.sv, p.w FROM composition_size s
        JOIN composition c USING (unit_key, line)
        JOIN model_profile p ON p.unit_key = c.unit_key AND p.line = c.profile_line
        WHERE s.unit_key = ? AND s.models = ? ORDER BY s.line
    """
    boyz = catalogue.execute(sql, ["11e/orks/boyz", 20]).fetchall()
    assert boyz == [("Boss Nob", 1, 5, 5, 3), ("Boy", 19, 5, 5, 1)]
    wolves = catalogue.execute(sql, ["11e/adeptus-astartes/wolf-guard-headtakers", 12]).fetchall()
    assert wolves == [("Wolf Guard Headtaker", 6, 4, 3, 3), ("Hunting Wolves", 6, 4, 6, 1)]
    several = """
        SELECT count(*) FROM (SELECT unit_key FROM model_profile JOIN unit USING (unit_key)
        WHERE edition = ? GROUP BY 1 HAVING count(*) > 1)
    """
    assert [catalogue.execute(several, [e]).fetchall()[0][0] for e in ("10e", "11e")] == [68, 71]


def test_bounds_hold_the_printed_loadout(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT b.unit_key, b.item_id FROM wargear_bound b JOIN loadout l USING (unit_key, models, item_id)
        WHERE l.count NOT BETWEEN b.min AND b.max OR b.min < 0
    """
    assert catalogue.execute(sql).fetchall() == []
    kasrkin = "SELECT item_id, max FROM wargear_bound WHERE unit_key = '11e/astra-militarum/kasrkin' AND min = 0"
    most = dict(catalogue.execute(kasrkin).fetchall())
    items = ("flamer", "plasma-gun-kasrkin", "hot-shot-marksman-rifle", "hot-shot-laspistol")
    assert [most[item] for item in items] == [2, 2, 1, 2]
