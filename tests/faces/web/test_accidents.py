"""What may befall a job: it is cancelled while its search is compiled."""

import os
from pathlib import Path

from test_serve import below, gone

import taquin
from page_support import started
from web_client import Client

KORF = {"board": "korf24:1", "algorithm": "idastar", "heuristic": "manhattan"}
CODE = "*ida_star.advance*.nbc"  # the compiled search


def test_a_job_that_compiles_is_killed_at_once_and_leaves_no_code(tmp_path: Path) -> None:
    taquin.solve(**KORF, engine="compiled", node_limit=1)
    assert list(Path(os.environ["TAQUIN_CACHE"]).rglob(CODE))
    tmp_path.chmod(0o700)
    server = started("--no-prepare", TAQUIN_CACHE=str(tmp_path))
    try:
        client = Client(server.url)
        stream = client.stream()
        job = client.start("solve", **KORF, engine="compiled")
        assert "compil" in stream.until("notice")[-1].data["text"]
        fork_server, *_, youngest = below(server.process.pid)
        assert client.ask("DELETE", f"/api/jobs/{job}").status == 204
        # Compiling would take several times as long.
        assert gone([youngest], 1), "the job still compiles"
        assert Path(f"/proc/{fork_server}").exists()
        assert stream.until("cancelled")[-1].data["by"] == "client"
        stream.close()
        assert not list(tmp_path.rglob(CODE))
        after = client.start("solve", board="1 2 3/4 5 6/7 0 8", algorithm="bfs", engine="python")
        assert client.wait(after)["state"] == "done"
    finally:
        assert server.stop() == 0
