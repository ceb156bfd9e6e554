"""The store: Parquet files, a catalogue, and SQL over both."""
