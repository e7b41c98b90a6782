"""Learns a value from paths that beams find."""
