"""The compiled searches, and the tables they read."""
