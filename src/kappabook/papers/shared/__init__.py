"""What several documents need: proofs, printed tables of counts, texts of figures."""
