"""`python -m data query`: one SELECT in, CSV out; anything else is one line and exit status 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from data.__main__ import main
from queries.database import database

ROOT = Path(__file__).resolve().parents[2]


def test_a_fresh_process_answers_in_csv() -> None:
    sql = "select edition, count(*) as units from unit group by 1 order by 1"
    command = [sys.executable, "-m", "data", "query", sql]

    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    lines = answer.stdout.splitlines()
    assert lines[0] == "edition,units"
    assert [line.split(",")[0] for line in lines[1:]] == ["10e", "11e"]


@pytest.mark.parametrize(
    ("sql", "printed"),
    [
        ("SELECT 1 AS one, NULL AS nothing, true AS yes", "one,nothing,yes\n1,,true\n"),
        ("with boyz as (select 'Boyz' as name) select * from boyz", "name\nBoyz\n"),
        ("-- a comment\nselect ['A', 'B'] as keywords;", "keywords\nA;B\n"),
        ("(select 'a, \"quoted\" cell' as text)", 'text\n"a, ""quoted"" cell"\n'),
        ("SELECT name FROM unit WHERE false", "name\n"),
        ("select '=1+1' as a, ['@x'] as b, '-1' as c, -1 as d", "a,b,c,d\n'=1+1,'@x,-1,-1\n"),
        ('select 1 as "=cmd"', "'=cmd\n1\n"),
    ],
)
def test_one_select_is_answered(sql: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["query", sql])

    assert (status, *capsys.readouterr()) == (0, printed, "")


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("", "0 statements; expected exactly one SELECT"),
        ("select 1; select 2", "2 statements; expected exactly one SELECT"),
        ("drop table unit", "not a SELECT"),
        ("insert into unit select * from unit", "not a SELECT"),
        ("describe unit", "not a SELECT"),
        ("values (1)", "not a SELECT"),
        ("from unit", "not a SELECT"),
        ("explain select 1", "not a SELECT"),
        ("pragma version", "not a SELECT"),
        ("set memory_limit = '1GB'", "not a SELECT"),
        ("copy (select 1) to 'out.csv'", "not a SELECT"),
        ("with w as (insert into unit select * from unit returning 1) select * from w", "read-only"),
        ("selec 1", 'syntax error at or near "selec"'),
        ("select * from nowhere", "Table with name nowhere does not exist"),
        ("select nothing from unit", "nothing"),
        ("select * from read_text('/etc/passwd')", "file system operations are disabled"),
        ("select cast(name as int) from unit", "Could not convert"),
        ("select * from unit where name = ?", "parameters"),
        ("select * from range(3000000)", "more than 1,000,000 rows"),
    ],
)
def test_anything_else_is_refused_in_one_line(sql: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["query", sql])

    printed, complaint = capsys.readouterr()
    assert (status, printed) == (2, "")
    assert complaint.startswith("data query: ")
    assert complaint.count("\n") == 1
    assert reason in complaint


def test_a_writing_with_changes_nothing() -> None:
    before = database().rows("unit_references", edition="11e")

    main(["query", "with w as (delete from unit returning 1) select count(*) from w"])

    assert database().rows("unit_references", edition="11e") == before
