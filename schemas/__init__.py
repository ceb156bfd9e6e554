"""The canonical move log ``paipu/1``: its lines, its bytes, its errors."""
