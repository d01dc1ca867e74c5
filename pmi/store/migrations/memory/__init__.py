"""Named steps that bring an older memory.db to the present schema, in order."""
