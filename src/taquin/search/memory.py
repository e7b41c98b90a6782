"""How much memory this process uses."""

import os
import sys

__all__ = ["available_bytes", "resident_bytes"]


def resident_bytes() -> int:
    """Resident memory of the process: current where the system tells it cheaply, else the peak."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return _peak_resident_bytes()


def _peak_resident_bytes() -> int:
    try:
        import resource
    except ImportError:
        return 0  # no portable way; memory limits are then not enforced, and `solve` says so
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def available_bytes() -> int | None:
    """Memory that can still be used without swapping, where the system tells; else None."""
    try:
        with open("/proc/meminfo", encoding="ascii") as meminfo:
            for line in meminfo:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        return None
    return None
