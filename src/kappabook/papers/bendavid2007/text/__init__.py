"""What the text says of the tables, section by section."""
