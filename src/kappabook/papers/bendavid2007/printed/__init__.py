"""What the paper prints: its names, its tables cell by cell, and what rounding hides."""
