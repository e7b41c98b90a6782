"""One cache for all tests: compiled kernels and small tables, kept between runs.

Set before anything of taquin is imported, and inherited by the processes that tests start.
"""

import os
from pathlib import Path

os.environ.setdefault("TAQUIN_CACHE", str(Path(__file__).parent.parent / ".test-cache"))
