"""The command `taquin`."""
