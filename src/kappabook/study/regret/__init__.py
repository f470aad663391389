"""The regret experiment."""
