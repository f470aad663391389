"""What the critics claim: their tables, identities and charges, theme by theme."""
