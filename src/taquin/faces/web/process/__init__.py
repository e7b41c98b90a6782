"""What runs in processes of its own: reading questions, searching; and within which limits."""
