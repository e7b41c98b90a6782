"""Widgets for notebooks: `BoardWidget`, `SolutionWidget`, `SearchWidget`, `ComparisonWidget`, …

They need the extra: ``pip install 'taquin[notebook]'``. Importing this package without it raises
MissingExtra.
"""

from taquin.faces.notebook.boardwidget import BoardWidget
from taquin.faces.notebook.comparisonwidget import ComparisonWidget
from taquin.faces.notebook.progresswidget import ProgressWidget
from taquin.faces.notebook.searchwidget import SearchWidget
from taquin.faces.notebook.solutionwidget import SolutionWidget

__all__ = [
    "BoardWidget",
    "ComparisonWidget",
    "ProgressWidget",
    "SearchWidget",
    "SolutionWidget",
]
