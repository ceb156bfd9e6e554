"""The documents are run: every example in them is judged by the code that it describes."""
