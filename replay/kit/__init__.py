"""What two games share and agree on. Nothing here knows one game's rules; a game imports this, never another game."""
