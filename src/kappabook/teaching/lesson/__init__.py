"""The lesson: what pairs label, what the deck shows, what the teacher says and hands out.

`slides.md` is the deck and its script, `items.toml` the twenty messages, `sheets/` the paper;
`folder` writes all of it as one folder.
"""
