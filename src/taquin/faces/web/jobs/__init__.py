"""Jobs, who waits for them and who follows them; independent of HTTP."""
