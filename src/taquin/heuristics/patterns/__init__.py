"""Pattern databases: partitions, tables, files, the heuristic."""
