"""A board explained: what is computed, as data, and the sentences that say it."""
