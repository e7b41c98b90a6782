"""The version of the package: its one place, which the build reads too."""

__all__ = ["__version__"]

__version__ = "0.1.0"
