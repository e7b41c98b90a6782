"""The commands of each transcript, and the parts of their output that vary."""

import re
import shlex
from pathlib import Path

from cli import taquin

__all__ = ["FOLDER", "SESSIONS", "transcript"]

FOLDER = Path(__file__).parent
SESSIONS = {
    "first_steps": [
        "",
        "solve 702853614 --goal first -a astar --heuristic manhattan",
        "solve 702853614 --goal first -a astar --heuristic manhattan --notation blank",
        'solve "1 2 3/4 5 6/8 7 0"',
        'info "1 2 3/4 5 6/8 7 0"',
        "solve 123405786 -a bfs --animate",
        "solve korf100:1 -a idastar --heuristic manhattan --engine python --node-limit 1000",
        "solve 702853614 -a dls -o depth=5",
        "replay 123405786 LRLU",
        "replay 123405786 RD",
        "replay 123405786 LL --metric mtm",
        'replay "1 2 3/4 5 6/8 7 0" R',
    ],
    "comparison": [
        "compare 702853614 --goal first --suite notebook --format markdown",
        "compare 702853614 --goal first -a astar -a greedy -a idastar --format csv",
        "compare 123405786 -a bfs -a a*:h1 -a ida*",
    ],
    "lists": [
        "list",
        "list counters",
        "list goals",
        "list metrics",
        "list suites",
        "list instances korf100:1",
        "list algorithms a*",
        "list heuristics hamming",
        "census 3x2",
        "census 2x2 --format csv",
        "scramble --size 3x3 --count 2 --seed 1",
    ],
    "terminal": [
        "play --help",
        "lab --help",
        "play 3x3",
        "play 30x30 --plain",
        'play "1 2 3/4 5 6/8 7 0"',
        'lab "1 2 3/4 5 6/7 8 0" -a astra',
    ],
    "courses": [
        'solve "1 2 3/5 0 6/4 7 8" --format ucr',
        'solve "1 2 5/3 4 0/6 7 8" --format columbia',
        'solve "2 3 6/1 0 7/4 8 5" --format uta',
    ],
}
# Times, memory, and the engine, which depends on what was compiled before.
_CHANGING = (
    (re.compile(r"^time .*$", re.M), "time     …"),
    (re.compile(r"[\d,]+ MB in total"), "… MB in total"),
    (re.compile(r"^(running_time|max_ram_usage): .*$", re.M), r"\1: …"),
    (re.compile(r"(python|compiled) engine"), "… engine"),
    (re.compile(r" \d+\.\d{3} \|$", re.M), " … |"),
    (re.compile(r"(,\d\.\d{3}),\d+\.\d{3},"), r"\1,…,"),
    (re.compile(r"^( \S.*?) +\d+\.\d{3}$", re.M), r"\1 …"),
    (re.compile(r" +$", re.M), ""),
)


def transcript(lines: list[str]) -> str:
    """The commands and their output, with the exit status where it is not 0."""
    shown = []
    for line in lines:
        ran = taquin(shlex.split(line))
        text = ran.out + ran.err + (f"[exit status {ran.status}]\n" if ran.status else "")
        for pattern, replacement in _CHANGING:
            text = pattern.sub(replacement, text)
        shown.append(f"$ taquin {line}".rstrip() + f"\n{text}")
    return "\n".join(shown)
