"""What people touch: the command and, later, the page, the terminal game, the widget."""
