"""What the room of the raters still uses; it moves to metrics/intervals."""
