"""Decision regret: ``make rerun WHAT=regret``; its results: `kappabook.study.regret`."""
