"""What web_hostile.py sends to a server, and how it measures what that does."""
