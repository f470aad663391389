"""The paper's experiment on German Credit, a thousand times: its results, and what they say."""
