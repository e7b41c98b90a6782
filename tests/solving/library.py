"""Boards, heuristics and a reader of HTML that the tests of the library share."""

from html.parser import HTMLParser

from taquin import Board

__all__ = ["EIGHT", "NEAR", "out_of_place", "tags"]

EIGHT = "7 0 2/8 5 3/6 1 4"
NEAR = "1 2 3/4 0 5/7 8 6"


def out_of_place(board: Board) -> int:
    """Tiles that are not on their goal cell, for goal last."""
    return sum(tile not in (0, cell + 1) for cell, tile in enumerate(board))


class _Tags(HTMLParser):
    """Checks that tags nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags(html: str) -> set[str]:
    parser = _Tags()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser.seen
