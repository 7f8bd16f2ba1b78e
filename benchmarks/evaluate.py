"""All given scenarios answered as lists, beside importing scipy.stats, in the same run.

Each turn starts two fresh interpreters that time themselves, so that their start stays out of it: one answers the 427
scenarios, from parsed JSON to the text of the results, the other imports scipy.stats. The third figure is the whole
command line with all scenarios in one list, imports included, less the start of an interpreter.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "data" / "cases"
FILES = ("directed", "engagements", "public")
TURNS = 5

_TIMED = "import time\n{before}\nstart = time.perf_counter()\n{timed}\nprint(time.perf_counter() - start)"
_SCIPY = _TIMED.format(before="", timed="import scipy.stats")
_EVALUATE = _TIMED.format(
    before="import json, sys\nfrom analysis import Scenario, evaluate\nlists = json.load(open(sys.argv[1]))",
    timed="for scenarios in lists: json.dumps([evaluate(Scenario.from_json(one)).to_json() for one in scenarios])",
)


def scenarios(file: str) -> list[dict[str, Any]]:
    return [case["scenario"] for case in json.loads((CASES / f"{file}.json").read_text(encoding="utf-8"))]


def seconds(code: str, *arguments: str) -> float:
    """What a fresh interpreter measured."""
    command = [sys.executable, "-c", code, *arguments]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def whole(*arguments: str) -> float:
    """How long a whole process takes."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True)
    return time.perf_counter() - start


def main() -> None:
    lists = [scenarios(file) for file in FILES]
    number = sum(map(len, lists))
    answered, imported, command_line = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        apart, together = Path(folder) / "apart.json", Path(folder) / "together.json"
        apart.write_text(json.dumps(lists), encoding="utf-8")
        together.write_text(json.dumps([one for part in lists for one in part]), encoding="utf-8")
        for _ in range(TURNS):
            answered.append(seconds(_EVALUATE, str(apart)))
            imported.append(seconds(_SCIPY))
            command_line.append(whole("-m", "analysis", "evaluate", str(together)) - whole("-c", ""))
    evaluate, scipy = statistics.median(answered), statistics.median(imported)
    print(f"{number} scenarios answered   {evaluate:.3f} s, {1e3 * evaluate / number:.2f} ms each")
    print(f"import of scipy.stats    {scipy:.3f} s")
    print(f"ratio                    {evaluate / scipy:.2f}")
    whole_line = statistics.median(command_line)
    print(f"whole command line       {whole_line:.3f} s with its imports, ratio {whole_line / scipy:.2f}")


if __name__ == "__main__":
    main()
