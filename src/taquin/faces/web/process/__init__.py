"""What runs in separate processes: reading questions, searching; and within which limits."""
