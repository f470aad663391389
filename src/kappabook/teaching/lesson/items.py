"""The twenty messages that pairs label in class."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from kappabook.system.files import read_text

ITEMS = Path(__file__).with_name("items.toml")
# Enough for a kappa, few enough for six minutes; the page for tallies starts with this number.
COUNT = 20
EXPECTED = ("yes", "no", "open")
FIELDS = ("text", "complaint", "danger")


@dataclass(frozen=True)
class Item:
    """One message.

    Attributes
    ----------
    number : int
        From 1, as on the sheet.
    text : str
        As the class reads it.
    complaint, danger : str
        The answer the author expects to each of the two questions: yes, no, or open where readers
        will differ. It is not on the sheet.
    """

    number: int
    text: str
    complaint: str
    danger: str


def read_items(path: Path = ITEMS) -> list[Item]:
    """Return the messages in the order of the sheet.

    Raises
    ------
    ValueError
        The file is no TOML, has not twenty items, or an item lacks a field, has an unknown one,
        an answer that is none of yes, no, open, or the text of another item.
    OSError
        There is no such file.
    """
    try:
        entries = tomllib.loads(read_text(path)).get("item", [])
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not TOML: {error}. Mend it there.") from None
    if len(entries) != COUNT:
        raise ValueError(
            f"{path} has {len(entries)} items; sheet and tallies count {COUNT}. Add or take away "
            "[[item]] entries."
        )
    items: list[Item] = []
    for number, entry in enumerate(entries, 1):
        where = f"{path}, item {number}"
        if set(entry) != set(FIELDS):
            raise ValueError(f"{where} has {', '.join(entry)}; give it {', '.join(FIELDS)}.")
        for field in FIELDS[1:]:
            if entry[field] not in EXPECTED:
                raise ValueError(f"{where}: {field} is {entry[field]!r}; write yes, no or open.")
        twin = next((item.number for item in items if item.text == entry["text"]), None)
        if twin:
            raise ValueError(f"{where} has the text of item {twin}; write another message.")
        items.append(Item(number, **entry))
    return items
