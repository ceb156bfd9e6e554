"""The tests of paipu. ``support`` is shared by all of them."""
