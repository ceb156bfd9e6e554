"""The store: Parquet files, a catalogue, and SQL over both. Start at :class:`archive.archive.Archive`."""
