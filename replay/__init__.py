"""The rules: what a position is, what may follow, what a record's claims are worth."""
