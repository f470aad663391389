"""German Credit: ``make rerun WHAT=german-credit``; its results: `kaymak_auk.german_credit`."""
