"""The web interface: a framework-free service whose jobs are processes, and a thin app on top."""
