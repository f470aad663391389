"""A stranger's table: what kind of file it is, what its columns hold, what stands for a gap."""
