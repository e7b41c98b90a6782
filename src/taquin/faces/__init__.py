"""The user interfaces: the command line and the page."""
