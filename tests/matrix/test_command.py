"""``python -m analysis matrix``: the table it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from analysis.__main__ import LoadedFacts, main
from analysis.evaluate import evaluate
from analysis.inline import inline


def written(tmp_path: Path, *arguments: str) -> pd.DataFrame:
    out = tmp_path / "matrix.csv"
    assert main(["matrix", *arguments, "--out", str(out)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["matrix.csv"]
    return pd.read_csv(out)


def test_one_metric_is_a_wide_table(tmp_path: Path) -> None:
    table = written(tmp_path, "--edition", "11e", "--faction", "adeptus-custodes", "--metric", "slain")

    assert list(table.columns[:6]) == ["metric", "attacker", "attacker_id", "models", "points", "Guardsmen x10"]
    assert list(table.columns[-2:]) == ["edition", "data_revision"]
    assert set(table["metric"]) == {"slain"}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_the_numbers_are_those_of_the_duel(tmp_path: Path, edition: str) -> None:
    arguments = ("--edition", edition, "--faction", "world-eaters", "--phase", "fight")
    table = written(tmp_path, *arguments, "--targets", "orks/boyz", "necrons/immortals")

    for row in table.sample(8, random_state=1).itertuples():
        target = {"unit": row.target_id, "models": row.target_models}
        data = {"edition": edition, "phase": "fight", "attacker": {"unit": row.attacker_id}, "target": target}
        result = evaluate(inline(data, LoadedFacts()))
        assert row.slain == pytest.approx(result.slain.mean, abs=1e-9)
        assert row.destroyed == pytest.approx(result.destroyed, abs=1e-9)
        assert row.points_destroyed == pytest.approx(result.points_destroyed, abs=1e-9, nan_ok=True)


def test_a_distance_decides_for_each_weapon_by_its_range(tmp_path: Path) -> None:
    arguments = ("--edition", "11e", "--faction", "adeptus-custodes", "--targets", "orks/boyz", "--distance", "25")

    far = written(tmp_path, *arguments).set_index("attacker_id")

    data = {"edition": "11e", "phase": "shooting", "target": {"unit": "orks/boyz"}, "situation": {"distance": 25}}
    for unit in ("adeptus-custodes/custodian-guard", "adeptus-custodes/caladius-grav-tank"):
        result = evaluate(inline({**data, "attacker": {"unit": unit}}, LoadedFacts()))
        assert far.loc[unit, "damage"] == pytest.approx(result.damage.mean, abs=1e-9)
    assert far.loc["adeptus-custodes/custodian-guard", "damage"] == 0.0


def test_weapons_are_rows_too(tmp_path: Path) -> None:
    table = written(tmp_path, "--edition", "11e", "--faction", "orks", "--rows", "weapons", "--metric", "damage")

    assert {"attacker", "weapon", "bearers"} <= set(table.columns)
    assert len(table) > 50


REFUSED = {
    ("--edition", "12e"): "--edition: '12e' is not accepted; expected one of 10e, 11e",
    ("--edition", "11e", "--metric", "slainn"): "--metric: 'slainn' is not accepted; expected one of points_per_100",
    ("--edition", "11e", "--faction", "orcs"): "--faction: 'orcs' is not accepted; expected a faction of the 11e",
    ("--edition", "11e", "--targets", "boyss"): "--targets: 'boyss' is not accepted; expected archetypes, all, or",
    ("--edition", "11e", "--phase", "charge"): "--phase: 'charge' is not accepted; expected one of shooting, fight",
    (
        "--edition",
        "11e",
        "--distance",
        "near",
    ): "--distance: 'near' is not accepted; expected a number of inches",
    ("--edition", "11e", "--distance", "-1"): "--distance: '-1' is not accepted; expected a number of inches",
    ("--edition", "11e", "--distance", "nan"): "--distance: 'nan' is not accepted; expected a number of inches",
    ("--edition", "11e", "--rows", "models"): "--rows: 'models' is not accepted; expected one of units, weapons",
}


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED.items())
def test_bad_input_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    assert main(["matrix", *arguments, "--out", str(tmp_path / "matrix.csv")]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_run_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analysis.crossing.unit_matrix", interrupted)

    with pytest.raises(KeyboardInterrupt):
        main(["matrix", "--edition", "11e", "--faction", "orks", "--out", str(tmp_path / "matrix.csv")])

    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_which_faction_it_is_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "--edition", "11e", "--faction", "orks", "adeptus-custodes", "--metric", "slain")

    assert capsys.readouterr().err.split() == ["orks", "adeptus-custodes"]


def test_a_folder_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "matrix.csv"

    assert main(["matrix", "--edition", "11e", "--out", str(out)]) == 2

    assert "expected a file that can be written" in capsys.readouterr().err
