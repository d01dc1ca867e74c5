"""Named steps that bring an older transcripts.db to the present schema, in order."""
