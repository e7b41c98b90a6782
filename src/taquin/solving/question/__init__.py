"""From whatever a face was given to a request: read and checked once."""
