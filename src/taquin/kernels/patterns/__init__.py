"""Pattern databases at the level of bits: numbering, building, layout, look-ups."""
