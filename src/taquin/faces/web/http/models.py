"""The bodies of requests and responses, as the OpenAPI document describes them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from taquin.faces.web.process.question import JobRequest, Kind, Search
from taquin.puzzle.rows import rows_text

__all__ = [
    "Accepted",
    "CompareBody",
    "ExplainBody",
    "JobBody",
    "JobState",
    "MovesPage",
    "Problem",
    "SolveBody",
    "TraceBody",
    "TracePage",
]

_MOST_TEXT = 8000
Text = Annotated[str, Field(min_length=1, max_length=_MOST_TEXT)]


def _written(given: object) -> object:
    """Rows, or cells in reading order, as the text of a board; anything else unchanged."""
    if not isinstance(given, list):
        return given
    rows = [row if isinstance(row, list) else [row] for row in given]
    plain = all(cell is None or isinstance(cell, (int, str)) for row in rows for cell in row)
    return rows_text(given) if plain else given


_CELL = {"type": ["integer", "string", "null"]}
_ARRAY = {"type": "array", "items": {"anyOf": [_CELL, {"type": "array", "items": _CELL}]}}
BoardText = Annotated[
    Text,
    BeforeValidator(_written),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "minLength": 1, "maxLength": _MOST_TEXT}, _ARRAY]}
    ),
]
Name = Annotated[str, Field(min_length=1, max_length=200)]
ClientName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$", examples=["k3J9x_QmA2-bD7wZ"])]
Value = Annotated[str, Field(max_length=100)] | bool | int | float
Options = dict[Annotated[str, Field(max_length=40)], Value]
Seconds = Annotated[float, Field(ge=0, le=86400, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=10**15)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Board(_Body):
    """A board and its goal."""

    board: BoardText = Field(
        description="Rows with 0 for the blank, any other notation, or the name of an instance; or "
        f"an array of rows or of cells, at most {_MOST_TEXT:,} characters as text.",
        examples=["7 0 2/8 5 3/6 1 4", [[7, 0, 2], [8, 5, 3], [6, 1, 4]]],
    )
    goal: BoardText | None = Field(
        default=None, description="last (default), first, snake, spiral, or a board, as above."
    )
    size: Name | None = Field(default=None, description="WIDTHxHEIGHT, if the text leaves it open.")
    topology: Text = Field(default="grid", description="Board type: grid, torus, walls:…")
    metric: Literal["stm", "mtm", "expense"] = "stm"


class _Asking(_Board):
    client: ClientName | None = Field(
        default=None,
        description="The secret name of the client whose event stream reports on the job; drawn "
        "by the server if omitted.",
    )
    engine: Literal["auto", "python", "compiled"] = "auto"
    time_limit: Seconds | None = Field(default=None, description="Seconds, for each search.")
    node_limit: Count | None = Field(default=None, description="Expansions, for each search.")

    def request(
        self, kind: Kind, searches: list[Search], *, cap: int = 20, fresh: bool = False
    ) -> JobRequest:
        """The question as the service expects it."""
        return JobRequest(
            kind=kind,
            board=self.board,
            goal=self.goal,
            size=self.size,
            topology=self.topology,
            metric=self.metric,
            engine=self.engine,
            searches=searches,
            time_limit=self.time_limit,
            node_limit=self.node_limit,
            cap=cap,
            fresh=fresh,
        )


class _Measured(_Asking):
    fresh: bool = Field(
        default=False,
        description="Search even if the answer is cached, and replace it: its seconds are then "
        "those of this run.",
    )


class RowBody(_Body):
    """One search of a comparison."""

    algorithm: Name
    heuristic: Name | None = None
    options: Options = Field(default_factory=dict)
    label: Name | None = Field(default=None, description="Returned with the result.")

    def search(self) -> Search:
        """The search as the service expects it."""
        return Search(self.algorithm, self.heuristic, self.options, self.label)


class SolveBody(_Measured):
    """One search; without an algorithm, the best one for the board."""

    kind: Literal["solve"]
    algorithm: Name | None = None
    heuristic: Name | None = None
    options: Options = Field(default_factory=dict)

    def read(self) -> JobRequest:
        """The question as the service expects it."""
        search = Search(self.algorithm, self.heuristic, self.options)
        return self.request(self.kind, [search], fresh=self.fresh)


class CompareBody(_Measured):
    """The same board by several searches, as many at once as there are cores."""

    kind: Literal["compare"]
    rows: Annotated[list[RowBody], Field(min_length=1, max_length=12)]

    def read(self) -> JobRequest:
        """The question as the service expects it."""
        return self.request(self.kind, [row.search() for row in self.rows], fresh=self.fresh)


class TraceBody(_Asking):
    """One search in Python, with every step recorded."""

    kind: Literal["trace"]
    algorithm: Name
    heuristic: Name | None = None
    options: Options = Field(default_factory=dict)
    node_limit: Annotated[int, Field(ge=0, le=20_000)] | None = None
    cap: Annotated[int, Field(ge=0, le=100)] = Field(
        default=20, description="Nodes of frontier and reached that a line lists."
    )

    def read(self) -> JobRequest:
        """The question as the service expects it."""
        search = Search(self.algorithm, self.heuristic, self.options)
        return self.request(self.kind, [search], cap=self.cap)


JobBody = Annotated[SolveBody | CompareBody | TraceBody, Field(discriminator="kind")]


class ExplainBody(_Board):
    """A board to be explained."""

    def read(self) -> JobRequest:
        """The question as the service expects it."""
        return JobRequest(
            kind="explain",
            board=self.board,
            goal=self.goal,
            size=self.size,
            topology=self.topology,
            metric=self.metric,
        )


class Accepted(BaseModel):
    """The job is queued, or was answered from the cache; its result is in the event stream."""

    id: str
    client: str
    state: Literal["waiting", "running", "done"]


class ErrorBody(BaseModel):
    """What went wrong: what was given, what was expected, what to do next."""

    kind: str
    message: str
    hint: str


class Problem(BaseModel):
    """The format of every error."""

    error: ErrorBody


class JobState(BaseModel):
    """The current state of a job. result: one search as `taquin solve --format json` prints it, or
    a list of them for a comparison, in which a failed row has status error. cached: for each row
    (one value if there are none), whether it was answered from the cache: its seconds are then
    those of the search that computed the answer, and `samples` is that search's progress, thinned;
    of other rows it is empty. A result has one field more than the command
    prints, `omitted`: the number of moves that are left out at the end, which `…/moves` returns,
    and of contours that are left out at the beginning.
    """

    id: str
    kind: Literal["solve", "compare", "trace"]
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    cancelled_by: Literal["client", "disconnect", "queue", "shutdown"] | None
    rows: list[str]
    cached: list[bool]
    samples: list[list[dict[str, Any]]]
    result: dict[str, Any] | list[dict[str, Any] | None] | None
    error: ErrorBody | None


class TracePage(BaseModel):
    """Lines of a trace, in order; total is their number."""

    start: int
    total: int
    lines: list[dict[str, Any]]


class MovesPage(BaseModel):
    """Moves of a solution, one letter each; total is their number."""

    start: int
    total: int
    moves: str
