"""What the tests share: golden data, records built from plain lines, moves bent out of shape, arbitrary records."""
