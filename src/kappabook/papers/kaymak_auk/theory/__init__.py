"""What follows from the definitions: equations, theorems, bounds, and small examples."""
