"""Prices by models and by which copy in the army, own and as an ally."""

from __future__ import annotations

import duckdb
import pytest

PRICE = """
    SELECT cost FROM points_tier WHERE unit_key = ? AND host_faction IS NOT DISTINCT FROM ?
    AND ? BETWEEN models_min AND models_max AND ? BETWEEN copies_min AND coalesce(copies_max, 99)
"""


def price(
    catalogue: duckdb.DuckDBPyConnection, unit_key: str, models: int, copy: int = 1, host: str | None = None
) -> int:
    rows = catalogue.execute(PRICE, [unit_key, host, models, copy]).fetchall()
    assert len(rows) == 1, rows
    return int(rows[0][0])


def test_kasrkin_by_copy(catalogue: duckdb.DuckDBPyConnection) -> None:
    prices = [price(catalogue, "11e/astra-militarum/kasrkin", 10, copy) for copy in (1, 2, 3, 4)]
    assert [sum(prices[:n]) for n in (1, 2, 3, 4)] == [105, 210, 330, 450]


@pytest.mark.parametrize(
    ("unit_key", "models", "cost"),
    [
        ("10e/adeptus-custodes/witchseekers", 4, 50),
        ("10e/adeptus-custodes/witchseekers", 5, 65),
        ("10e/adeptus-custodes/witchseekers", 7, 115),
        ("10e/adeptus-custodes/witchseekers", 10, 125),
        ("11e/astra-militarum/cadian-shock-troops", 10, 70),
        ("11e/astra-militarum/cadian-shock-troops", 15, 145),
        ("11e/adeptus-astartes/assault-intercessor-squad", 5, 75),
        ("11e/adeptus-astartes/assault-intercessor-squad", 6, 150),
        ("11e/adeptus-astartes/indomitor-kill-team", 10, 275),
        ("11e/adeptus-astartes/wolf-guard-headtakers", 6, 170),
        ("11e/adeptus-astartes/wolf-guard-headtakers", 12, 220),
        ("11e/orks/nobz", 10, 210),
        ("10e/necrons/ctan-shard-of-the-nightbringer", 1, 340),
        ("10e/chaos-space-marines/defiler", 1, 250),
        ("10e/chaos-space-marines/mutilators", 3, 200),
        ("10e/adeptus-astartes/outrider-squad", 4, 160),
    ],
)
def test_known_prices(catalogue: duckdb.DuckDBPyConnection, unit_key: str, models: int, cost: int) -> None:
    assert price(catalogue, unit_key, models) == cost


def test_own_price_is_apart_from_the_allied_one(catalogue: duckdb.DuckDBPyConnection) -> None:
    executioner = "11e/adeptus-astartes/repulsor-executioner"
    assert price(catalogue, executioner, 1, 1, "black-templars") == 255
    assert price(catalogue, executioner, 1, 1) != 255


def test_every_legal_size_and_copy_has_exactly_one_price(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        WITH asked AS (
            SELECT DISTINCT t.unit_key, t.host_faction, s.models, c.copy
            FROM points_tier t JOIN composition_size s USING (unit_key), (SELECT unnest([1, 2, 3, 4, 9]) AS copy) c
        )
        SELECT a.unit_key, a.models, a.copy, count(t.cost) FROM asked a LEFT JOIN points_tier t
        ON t.unit_key = a.unit_key AND t.host_faction IS NOT DISTINCT FROM a.host_faction
        AND a.models BETWEEN t.models_min AND t.models_max
        AND a.copy BETWEEN t.copies_min AND coalesce(t.copies_max, 99)
        GROUP BY a.unit_key, a.host_faction, a.models, a.copy HAVING count(t.cost) <> 1
    """
    assert catalogue.execute(sql).fetchall() == []


def test_units_without_a_price_are_the_known_ones(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT unit_key FROM unit WHERE game_mode = 'standard' AND NOT is_legends
        AND unit_key NOT IN (SELECT unit_key FROM points_tier WHERE host_faction IS NULL) ORDER BY 1
    """
    assert [row[0] for row in catalogue.execute(sql).fetchall()] == [
        "10e/adeptus-astartes/tarantula-air-defence-battery",
        "10e/adeptus-mechanicus/x-101",
        "10e/agents-of-the-imperium/espern-locarno",
        "10e/chaos-space-marines/hell-blade",
        "10e/imperial-knights/sir-hekhtur",
        "10e/necrons/tomb-citadel-walls",
        "11e/adeptus-astartes/kaius-konorius",
        "11e/imperial-knights/sir-hekhtur",
        "11e/orks/nazdreg",
        "11e/orks/runtherd",
    ]


def test_more_models_never_cost_less(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT DISTINCT a.unit_key FROM points_tier a JOIN points_tier b
        ON a.unit_key = b.unit_key AND a.copies_min = b.copies_min
        AND a.host_faction IS NOT DISTINCT FROM b.host_faction AND a.models_min < b.models_min AND a.cost > b.cost
    """
    # named among the faults that stay
    assert catalogue.execute(sql).fetchall() == [("11e/genestealer-cults/atalan-jackals",)]
