"""What everything may stand on: errors, registries, locks, limits, plain text."""
