"""The HTTP interface of the service: only routes."""

import asyncio
import gzip
import json
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Header, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.exceptions import HTTPException

from taquin.faces.web.http.catalogue import catalogue
from taquin.faces.web.http.connections import LONGEST_TARGET
from taquin.faces.web.http.files import PAGE_FOLDER, PageFiles
from taquin.faces.web.http.models import (
    Accepted,
    ExplainBody,
    JobBody,
    JobState,
    MovesPage,
    Problem,
    TracePage,
)
from taquin.faces.web.http.policy import WORKER_POLICY
from taquin.faces.web.http.reference import reference_page
from taquin.faces.web.http.security import Guard
from taquin.faces.web.http.visitors import visitor
from taquin.faces.web.http.weights import page_models
from taquin.faces.web.jobs.service import Service, unknown_job
from taquin.faces.web.process.limits import ServerLimits, local_limits
from taquin.faces.web.process.refusals import Refusal, defect, refusal_of
from taquin.ground.errors import TaquinError
from taquin.ground.version import __version__

__all__ = ["interface", "make_app"]

T = TypeVar("T")

_HEARTBEAT = 5.0
ClientName = Annotated[
    str, Query(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="The same name as in the posted jobs.")
]
JobName = Annotated[str, Path(max_length=64, description="The id that posting the job returned.")]


# What every operation may return: the connection and the guard answer before it is reached.
_ALWAYS = {
    400: f"Not HTTP that this server reads, a target of more than {LONGEST_TARGET:,} characters, a "
    "host name that is not this machine's, or a body that is not JSON",
    403: "A request from a page of another site",
    429: "Too many requests, jobs or streams, or unread answers; Retry-After says when to return",
    503: "The server has too much to do, or is stopping",
}


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the OpenAPI document: the errors that an operation may return."""
    named = {status: {"description": text} for status, text in _ALWAYS.items()}
    return {status: {"model": Problem, **named.get(status, {})} for status in statuses}


def make_app(
    limits: ServerLimits, *, public: bool = False, prepare: Sequence[str] = ()
) -> tuple[Guard, Service]:
    """The guarded app, ready to be served, and the service behind it.

    public: serves other machines. prepare: what to make in advance; see `Launcher`.
    """
    service = Service(limits, *prepare)
    return Guard(_routes(service, limits), limits, public=public), service


def interface() -> dict[str, Any]:
    """The OpenAPI document; nothing is started."""
    limits = local_limits()
    return _routes(Service(limits), limits).openapi()


def _routes(service: Service, limits: ServerLimits) -> FastAPI:
    """Everything that is served."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.stop()

    app = FastAPI(
        title="taquin",
        version=__version__,
        summary="Solve, compare, trace and explain sliding-tile puzzles.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=_problems(*_ALWAYS),
        lifespan=lifespan,
    )
    _answer_errors(app)
    _add_questions(app, service, limits)
    _add_jobs(app, service, limits)
    _add_reference(app)
    _add_page(app)
    return app


def _answer_errors(app: FastAPI) -> None:
    """Return every error in one format."""

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        after = {} if error.retry_after is None else {"retry-after": str(error.retry_after)}
        return JSONResponse(error.as_dict(), error.status, headers=after)

    async def mistaken(request: Request, error: Exception) -> Response:
        assert isinstance(error, TaquinError)
        return await refused(request, refusal_of(error))

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            refusal = Refusal(400, "json", "the body is not JSON.", "Send one JSON object.")
        else:
            place = ".".join(str(part) for part in first["loc"][1:] or first["loc"])
            message = f"{place}: {first['msg']}."
            refusal = Refusal(422, "field", message, "See /api/docs for every field.")
        return await refused(request, refusal)

    async def unknown(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        message = f"{request.method} {request.url.path[:80]}: {error.detail}."
        refusal = Refusal(error.status_code, "path", message, "See /api/docs for all paths.")
        answer = await refused(request, refusal)
        answer.headers.update(error.headers or {})
        return answer

    async def failed(request: Request, error: Exception) -> Response:
        return await refused(request, defect())

    app.add_exception_handler(Exception, failed)
    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(TaquinError, mistaken)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, unknown)


async def _from_disk(read: Callable[[], T]) -> T:
    """Something from a job's file; Refusal if the job has just been deleted."""
    try:
        return await asyncio.to_thread(read)
    except FileNotFoundError:
        raise unknown_job() from None


async def _json(request: Request, body: bytes) -> Response:
    """A large response, compressed off the loop if the client accepts that."""
    zipped = None
    if _accepts_gzip(request):
        zipped = await asyncio.to_thread(gzip.compress, body, 1)
    return _encoded(request, body, zipped)


def _encoded(request: Request, body: bytes, zipped: bytes | None) -> Response:
    headers = {"vary": "accept-encoding"}
    if zipped is not None and _accepts_gzip(request):
        body, headers["content-encoding"] = zipped, "gzip"
    return Response(body, media_type="application/json", headers=headers)


def _accepts_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def _add_questions(app: FastAPI, service: Service, limits: ServerLimits) -> None:
    known = json.dumps(catalogue(limits), ensure_ascii=False).encode()
    zipped = gzip.compress(known, 9, mtime=0)

    @app.get("/api/catalogue", tags=["questions"], response_model=dict[str, Any])
    async def get_catalogue(request: Request) -> Response:
        """Everything that can be named: algorithms, heuristics, boards, counters, limits."""
        return _encoded(request, known, zipped)

    @app.post("/api/explain", tags=["questions"], responses=_problems(408, 413, 422))
    async def post_explain(request: Request, body: ExplainBody) -> dict[str, Any]:
        """Everything about a board, as `taquin info --format json` prints it."""
        address = visitor(request.client)
        question = await service.reader.read(body.read(), address)
        return await service.explainer.explain(question, address)

    @app.post(
        "/api/jobs",
        status_code=202,
        tags=["jobs"],
        responses=_problems(408, 409, 413, 422),
    )
    async def post_job(request: Request, body: JobBody) -> Accepted:
        """Solve, compare or trace in separate processes; the event stream reports the rest.

        A job stays alive while its client's event stream is open, or while its state is requested
        at least every five seconds.
        """
        address = visitor(request.client)
        question = await service.reader.read(body.read(), address)
        client = body.client or secrets.token_urlsafe(16)
        job = service.submit(question, client, address)
        return Accepted(id=job.id, client=client, state=job.state)  # type: ignore[arg-type]


def _add_jobs(app: FastAPI, service: Service, limits: ServerLimits) -> None:
    @app.get("/api/jobs/{id}", tags=["jobs"], responses=_problems(404, 422))
    async def get_job(id: JobName) -> JobState:
        """The current state of the job, with its result once it is done."""
        return JobState.model_validate(service.job(id).as_dict())

    @app.delete(
        "/api/jobs/{id}", status_code=204, tags=["jobs"], responses=_problems(404, 408, 413, 422)
    )
    async def delete_job(id: JobName) -> None:
        """Kill the job's processes; delete the job if it has ended."""
        service.cancel(id)

    @app.get(
        "/api/jobs/{id}/trace",
        tags=["jobs"],
        response_model=TracePage,
        responses=_problems(404, 409, 422),
    )
    async def get_trace(
        request: Request,
        id: JobName,
        start: Annotated[int, Query(ge=0, le=10**9)] = 0,
        count: Annotated[int, Query(ge=1, le=2000)] = 500,
    ) -> Response:
        """Lines of a trace from number `start`; fewer than `count` if the lines are long."""
        trace = service.trace(id)
        total, lines = await _from_disk(lambda: (trace.total(), trace.lines(start, count)))
        # The lines are JSON already; parsing megabytes of them here would make others wait.
        head = f'{{"start":{start},"total":{total},"lines":['.encode()
        return await _json(request, head + b",".join(lines) + b"]}")

    @app.get(
        "/api/jobs/{id}/moves",
        tags=["jobs"],
        responses=_problems(404, 409, 422),
    )
    async def get_moves(
        id: JobName,
        row: Annotated[int, Query(ge=0, le=100)] = 0,
        start: Annotated[int, Query(ge=0, le=10**9)] = 0,
        count: Annotated[int, Query(ge=1, le=limits.page_moves)] = limits.page_moves,
    ) -> MovesPage:
        """Moves of a solution from number `start`, also those that the answer leaves out."""
        moves = service.moves(id, row)
        total, page = await _from_disk(lambda: (moves.total(), moves.page(start, count)))
        return MovesPage(start=start, total=total, moves=page)

    @app.get(
        "/api/events",
        tags=["jobs"],
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {}}}, **_problems(422)},
    )
    async def get_events(
        request: Request,
        client: ClientName,
        last_event_id: Annotated[str, Header(max_length=20)] = "0",
    ) -> StreamingResponse:
        """One stream for all jobs of a client.

        Events: progress {job, row, expanded, generated, frontier, reached, bound, contour, share,
        left, depth, best, seconds, peak_memory_bytes}, notice {job, row, text}, row {job, row,
        result, last, cached, samples}, done {job, result}, failed {job, error, hint}, cancelled
        {job, by}. A row's `last` is its newest progress, null if there was none.
        A cached row was answered from the server's cache: its seconds are those of the search that
        computed the answer, and `samples` is that search's progress, thinned.
        """
        # isdigit alone accepts digits that int does not read, such as a superscript.
        plain = last_event_id.isascii() and last_event_id.isdigit()
        after = int(last_event_id) if plain else 0
        address = visitor(request.client)
        stream = service.clients.follow(client, after, heartbeat=_HEARTBEAT, address=address)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


def _add_reference(app: FastAPI) -> None:
    @app.get("/api/docs", include_in_schema=False)
    async def get_reference() -> HTMLResponse:
        """The OpenAPI document for people."""
        return HTMLResponse(page())

    @cache
    def page() -> str:
        return reference_page(app.openapi())


def _add_page(app: FastAPI) -> None:
    files = PageFiles(PAGE_FOLDER, page_models())
    # The documentation, where it was built; without it, the page's own docs/index.html says so.
    site = PageFiles(PAGE_FOLDER.parent / "site")

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def get_file(request: Request, path: str) -> Response:
        """A file of the page."""
        name = f"/{path}"
        if path.startswith("api/"):
            raise HTTPException(404, "there is no such path")
        if path == "docs":
            return RedirectResponse("/docs/")
        if path == "docs/":
            name = "/docs/index.html"
        found = files.get(name)
        if path.startswith("docs/"):
            found = site.get(name.removeprefix("/docs")) or found
        if found is None:
            raise HTTPException(404, "there is no such file")
        headers = {
            "etag": f'"{found.tag}"',
            # Names do not change with their content, so a browser must revalidate its copy.
            "cache-control": "no-cache",
            "vary": "accept-encoding",
        }
        if name.startswith("/solver/") and name.endswith("worker.js"):
            headers["content-security-policy"] = WORKER_POLICY
        if f'"{found.tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = found.content
        if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = found.zipped
            headers["content-encoding"] = "gzip"
        return Response(content, media_type=found.type, headers=headers)
