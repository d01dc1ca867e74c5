"""Named steps per database; `pmi.store.migrating` finds and runs them."""
