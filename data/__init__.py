"""Where the facts of the game come from: sources, build, and the committed catalogue."""
