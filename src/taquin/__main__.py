"""``python -m taquin`` is the command ``taquin``."""

from taquin.faces.cli.main import main

main()
