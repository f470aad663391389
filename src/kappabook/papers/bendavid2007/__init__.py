"""Ben-David (2007), A lot of randomness is hiding in accuracy."""

from kappabook.papers.paper import Paper

PAPER = Paper(
    title="A lot of randomness is hiding in accuracy",
    authors="Ben-David 2007",
    notebooks=("04-randomness-in-accuracy", "05-fifteen-datasets"),
    figures=("chance", "intervals", "t-tests", "rerun", "seeds", "cd", "drivers"),
    statements=900,
)
