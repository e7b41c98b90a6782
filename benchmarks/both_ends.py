"""Mean expansions of searches from both ends on Korf's hundred, for the page.

    taquin bench run both-ends --out FILE --resume     # hours; the hardest boards need gigabytes
    python benchmarks/both_ends.py FILE                # enters what it measured in both_ends.csv
    python benchmarks/both_ends.py --write             # the table in docs/research.md, at once

The published means are of all hundred boards (Chen, Holte, Zilles & Sturtevant 2017). Ours are of
the boards that every search has solved, and the table says how many those are.
"""

import argparse
import csv
from pathlib import Path
from statistics import fmean
from textwrap import fill

from pages import with_table

from taquin.bench.report import read_logs

HERE = Path(__file__).parent
KEPT = HERE / "both_ends.csv"
PAGE = HERE.parent / "docs/research.md"
COLUMNS = ("board", "search", "revision", "cost", "expanded", "generated", "reached")
PUBLISHED = {"A*": "15.55 M", "NBS": "12.85 M"}
BOARDS = 100

Row = dict[str, str]


def rows_of(log: Path) -> list[Row]:
    """A row for each board and search that solved it, in the order of the log."""
    (experiment,) = read_logs([log])
    assert experiment.suite == "both-ends", f"{log} is a log of {experiment.suite}"
    assert not any(row["disagrees"] for row in experiment.rows)
    return [
        {
            "board": row["instance"],
            "search": row["contestant"],
            "revision": row["revision"],
            "cost": str(row["cost"]),
            "expanded": str(row["stats"]["expanded"]),
            "generated": str(row["stats"]["generated"]),
            "reached": str(row["stats"]["peak_reached"]),
        }
        for row in experiment.rows
        if row["status"] == "solved"
    ]


def read_rows() -> list[Row]:
    """The rows that are kept."""
    with KEPT.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def keep_rows(rows: list[Row]) -> None:
    """Write one line for each row, after the rows of other boards that are kept already."""
    measured = {(row["board"], row["search"]) for row in rows}
    kept = [row for row in read_rows() if (row["board"], row["search"]) not in measured]
    with KEPT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept + rows)


def table(rows: list[Row]) -> str:
    """The table of the page, with a sentence on what it covers."""
    solved: dict[str, dict[str, Row]] = {}
    for row in rows:
        solved.setdefault(row["search"], {})[row["board"]] = row
    common = set.intersection(*map(set, solved.values()))
    every = "" if len(common) == BOARDS else f" of {len(common)} boards"
    lines = [
        f"| Search | Mean expanded{every} | Mean cost | Published, 100 boards |",
        "| --- | ---: | ---: | ---: |",
    ]
    for search, boards in solved.items():
        expanded = fmean(int(boards[board]["expanded"]) for board in common)
        cost = fmean(int(boards[board]["cost"]) for board in common)
        name = search.replace("*", "\\*")
        lines.append(f"| {name} | {expanded:,.0f} | {cost:.2f} | {PUBLISHED.get(search, '')} |")
    if every:
        text = (
            f"These are means of the {len(common)} boards that all of them have solved, "
            f"{len(common)} of {BOARDS}. The other {BOARDS - len(common)} are the hardest, so the "
            "means are lower than those of all hundred, with which the published ones are to be "
            "compared."
        )
        lines += ["", fill(text, 120)]
    return "\n".join(lines)


def written(page: str, rows: list[Row]) -> str:
    """The page with its table made from the rows."""
    return with_table(page, "both_ends", table(rows))


def main() -> None:
    """Keep what a log has; write the table where it is wanted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("log", nargs="?", type=Path)
    parser.add_argument("--write", nargs="?", type=Path, const=PAGE)
    asked = parser.parse_args()
    if asked.log is not None:
        keep_rows(rows_of(asked.log))
    if asked.write is not None:
        page = asked.write.read_text(encoding="utf-8")
        asked.write.write_text(written(page, read_rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
