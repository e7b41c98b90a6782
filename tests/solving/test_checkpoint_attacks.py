"""Checkpoints that are damaged, or lie under right digests: no crash, no hang, no false answer.

A lie that no check can tell from the truth, such as a node left out, is the liar's own: what is
tried here is that it ends in an answer or in the one error.
"""

import json
import random
import zlib

import numpy as np
import pytest

from damages import DAMAGES, resealed
from taquin import Checkpoints, OptionError, solve
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.sealed import read_sealed
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.solving.engines.checkpoint import CHECKPOINT

BOARD = "korf100:79"
KINDS = {"lanes": "4-4-4-3", "waves": "4-4-4-3/5-5-5"}


@pytest.fixture(autouse=True)
def short_slices(monkeypatch):
    monkeypatch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", 60)


def searched(kind, **more):
    return solve(BOARD, algorithm="idastar", heuristic=f"pdb:{KINDS[kind]}", **more)


@pytest.fixture(scope="module", params=KINDS)
def made(request, tmp_path_factory):
    """(kind, the whole search's result, a checkpoint in the middle of its last contour)."""
    kind, file = request.param, tmp_path_factory.mktemp("kept") / "good"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ida_star_pdb.__kwdefaults__, "slice_expansions", 60)
        whole = searched(kind)
        completed = sum(nodes for _, nodes in whole.stats.contours[:-1])
        middle = (completed + whole.stats.expanded) // 2
        searched(kind, checkpoints=Checkpoints(file, every=0), node_limit=middle)
    return kind, whole, file.read_bytes()


def attacked(made, file, content):
    """What resuming says; None for the right answer with the right counts."""
    kind, whole, _ = made
    file.write_bytes(content)
    try:
        found = searched(kind, checkpoints=Checkpoints(resume=file, every=1e9))
    except (TableError, OptionError) as error:
        text = str(error)
        assert str(file) in text and "tart again with --checkpoint" in text
        return text
    assert (found.cost, found.optimal) == (whole.cost, True)
    assert found.stats.contours[:-1] == whole.stats.contours[:-1]
    return None


@pytest.mark.parametrize("trials", [4, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_every_damage_is_refused(made, tmp_path, damage, trials):
    good, draw = made[2], random.Random(f"{damage.__name__} {trials}")
    for _ in range(trials):
        bad = damage(good, draw)
        said = attacked(made, tmp_path / "bad", bad)
        assert said is not None or bad == good


def changed(**values):
    return lambda header: header | values


def with_array(number, **values):
    def change(header):
        arrays = [dict(array) for array in header["arrays"]]
        arrays[number] |= values
        return header | {"arrays": arrays}

    return change


def with_contours(change):
    return lambda header: header | {"contours": change([*header["contours"]])}


LIES = {
    "bound 999": changed(bound=999),
    "bound two more": lambda header: header | {"bound": header["bound"] + 2},
    "bound one less": lambda header: header | {"bound": header["bound"] - 1},
    "bound negative": changed(bound=-2),
    "bound huge": changed(bound=10**400),
    "bound true": changed(bound=True),
    "bound a text": changed(bound="42"),
    "a billion workers": changed(workers=10**9),
    "no workers": changed(workers=0),
    "two workers": changed(workers=2),
    "no contours": changed(contours=[]),
    "a contour less": with_contours(lambda contours: contours[1:]),
    "a contour of no nodes": with_contours(
        lambda contours: [*contours[:-1], contours[-1] | {"nodes": 0}]
    ),
    "shrinking contours": with_contours(
        lambda contours: [contours[0] | {"nodes": 10**6}, *contours[1:]]
    ),
    "contours without end": with_contours(
        lambda contours: contours + [contours[-1] | {"bound": b} for b in range(4000)]
    ),
    "nothing expanded": changed(expanded=0),
    "more expanded": lambda header: header | {"expanded": header["expanded"] + 1},
    "more generated": lambda header: header | {"generated": header["generated"] + 1},
    "an array of objects": with_array(0, type="|O"),
    "an array of floats": with_array(0, type="<f8"),
    "a huge array": with_array(-1, length=10**9),
    "an empty array": with_array(-1, length=0),
    "an array of nobody": with_array(-1, worker=7),
    "an array twice": lambda header: header | {"arrays": header["arrays"] + header["arrays"][:1]},
    "an array renamed": with_array(1, name="other"),
    "another board type": changed(**{"board type": "walls:4-5"}),
    "another cell": changed(**{"goal cell": 10**9}),
    "on a cluster": changed(cluster=True),
    "another size": changed(size="99x99"),
    "an unknown field": changed(width=99),
}


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_of_the_header_is_refused(made, tmp_path, lie):
    file = tmp_path / "lie"
    file.write_bytes(made[2])
    header, _ = read_sealed(file, CHECKPOINT)
    text = json.dumps(LIES[lie](header)).encode()
    assert attacked(made, file, resealed(made[2], text, CHECKPOINT)) is not None


def test_a_field_that_is_missing_is_refused(made, tmp_path):
    file = tmp_path / "lie"
    file.write_bytes(made[2])
    header, _ = read_sealed(file, CHECKPOINT)
    for name in header:
        text = json.dumps({key: header[key] for key in header if key != name}).encode()
        said = attacked(made, file, resealed(made[2], text, CHECKPOINT))
        assert f"{name} is missing" in said


def _values(draw, kind):
    least, most = np.iinfo(kind).min, np.iinfo(kind).max
    return draw.choice([least, most, 0, 1, 2, 3, draw.randint(int(least), int(most))])


@pytest.mark.parametrize("trials", [15, pytest.param(600, marks=pytest.mark.slow)])
def test_no_content_under_right_digests_ends_the_process(made, tmp_path, trials):
    """Numbers anywhere in the arrays: refused, or a legal solution."""
    kind, whole, good = made
    file, draw = tmp_path / "lie", random.Random(f"{kind} {trials}")
    file.write_bytes(good)
    header, body = read_sealed(file, CHECKPOINT)
    content = zlib.decompress(body)
    refused = 0
    for _ in range(trials):
        bad = bytearray(content)
        chosen, at = draw.randrange(len(header["arrays"])), 0
        for number, array in enumerate(header["arrays"]):
            values = np.frombuffer(bad, array["type"], array["length"], at)
            at += values.nbytes
            if number == chosen and len(values):
                for _ in range(draw.choice((1, 1, 4))):
                    values[draw.randrange(len(values))] = _values(draw, array["type"])
        text = json.dumps(header).encode()
        file.write_bytes(resealed(good, text, CHECKPOINT, zlib.compress(bytes(bad), 1)))
        try:
            found = searched(kind, checkpoints=Checkpoints(resume=file, every=1e9))
        except TableError as error:
            assert isinstance(error, DamagedFile) or "checkpoint" in str(error)
            refused += 1
        else:
            assert found.solved and found.cost >= whole.cost
    assert refused > trials // 3


def test_a_few_bytes_do_not_become_gigabytes(made, tmp_path):
    file = tmp_path / "lie"
    file.write_bytes(made[2])
    header, _ = read_sealed(file, CHECKPOINT)
    bomb = zlib.compress(bytes(1 << 26), 9)
    said = attacked(made, file, resealed(made[2], json.dumps(header).encode(), CHECKPOINT, bomb))
    assert "its arrays have other lengths" in said
