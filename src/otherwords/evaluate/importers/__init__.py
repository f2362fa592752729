"""Known data sets, turned into files that the commands read: one module a source."""
