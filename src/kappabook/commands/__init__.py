"""What the commands on one's own data do."""
