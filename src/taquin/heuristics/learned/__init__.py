"""The learned value of a board: definition, file, training and the searches that use it."""
