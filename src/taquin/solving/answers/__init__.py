"""Makes every result: replayed, joined with others, and with what must be said of it."""
