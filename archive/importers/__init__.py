"""Foreign formats -> records. A record in the project's own format needs no importer: see :mod:`archive.ingest`.

All repair of a foreign format lives in this package and leaves a note on the record it makes; nothing here stores
anything.
"""
