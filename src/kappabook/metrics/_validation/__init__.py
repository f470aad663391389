"""What a measure accepts, one module for each kind of input; the first wrong value is named."""
