"""What a search found, as fields, and these as text, HTML, tables and progress."""
