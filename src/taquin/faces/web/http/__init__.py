"""HTTP: routes, headers, the checks of every request."""
