"""The user interfaces: the command line, the terminal, the web page and the notebook."""
