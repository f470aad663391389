"""Readers of Moodle XML and GIFT, by the rules of Moodle's importer and not by our writers.

What they return is what a course gets: for each question a `Read`, its texts still HTML.
"""

from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

CONTROL = set("~=#{}:")
FORMATS = ("[html]", "[moodle]", "[plain]", "[markdown]")


@dataclass
class Read:
    """One question: answers are (text, fraction, feedback), fraction 100 for the key."""

    category: str
    name: str
    text: str
    answers: list[tuple[str, float, str]]
    why: str
    tags: tuple[str, ...] = ()


def words(html):
    """The text of a piece of HTML: cells parted by a bar, a paragraph ends like a row."""
    parts = []

    class Reader(HTMLParser):
        def handle_data(self, data):
            parts.append(data)

        def handle_endtag(self, tag):
            parts.append({"td": "|", "th": "|", "tr": "\n", "p": "\n"}.get(tag, ""))

    reader = Reader(convert_charrefs=True)
    reader.feed(html)
    reader.close()
    return "".join(parts).strip("\n")


# --- GIFT -------------------------------------------------------------------------------------


def marks(text):
    """Characters with a flag: True where a control character controls, so was not escaped."""
    found, escaped = [], False
    for character in text:
        if escaped:
            # A backslash before anything else is a backslash.
            if character == "n":
                found.append(("\n", False))
            elif character in CONTROL or character == "\\":
                found.append((character, False))
            else:
                found += [("\\", False), (character, False)]
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            found.append((character, character in CONTROL))
    assert not escaped, f"a backslash ends {text!r}"
    return found


def plain(found):
    return "".join(character for character, _ in found).strip()


def cut(found, character, times=-1):
    """Split at a control character, at most so often."""
    parts, rest = [], list(found)
    while times and (character, True) in rest:
        at = rest.index((character, True))
        parts.append(rest[:at])
        rest = rest[at + 1 :]
        times -= 1
    return [*parts, rest]


def without_format(text):
    for name in FORMATS:
        if text.startswith(name):
            return text.removeprefix(name).strip()
    return text


def read_gift(text):
    questions, category = [], ""
    for block in text.split("\n\n"):
        block = "\n".join(line.strip() for line in block.splitlines())
        assert not any(line.startswith("//") for line in block.splitlines()), "a comment line"
        if block.startswith("$CATEGORY:"):
            category = block.removeprefix("$CATEGORY:").strip()
        elif block:
            questions.append(read_gift_question(block, category))
    return questions


def read_gift_question(block, category):
    assert block.startswith("::")
    _, _, name, empty, *rest = cut(marks(block), ":", 4)
    assert not empty
    (body,) = rest
    asked, behind = cut(body, "{")
    answers, nothing = cut(behind, "}")
    assert not plain(nothing), "text behind the answers would make it a missing word"
    # General feedback: behind four hash marks that control.
    four = [("#", True)] * 4
    (at,) = [i for i in range(len(answers)) if answers[i : i + 4] == four]
    why, answers = answers[at + 4 :], answers[:at]
    read, begin = [], None
    for i, one in enumerate([*answers, ("~", True)]):
        if one in (("~", True), ("=", True)):
            if begin is None:
                assert not plain(answers[:i])
            else:
                read.append(read_gift_answer(answers[begin:i]))
            begin = i
    text, reason = without_format(plain(asked)), without_format(plain(why))
    return Read(category, plain(name), text, read, reason)


def read_gift_answer(found):
    (sign, _), *rest = found
    text, feedback = map(plain, cut(rest, "#", 1))
    fraction = 100.0 if sign == "=" else 0.0
    if text.startswith("%"):
        weight, text = text[1:].split("%", 1)
        fraction = float(weight)
    return without_format(text), fraction, without_format(feedback)


# --- Moodle XML -------------------------------------------------------------------------------


def text_of(node, path=""):
    """The one text below a node, as the importer takes it: stripped; HTML by its format."""
    (found,) = node.findall(f"{path}/text" if path else "text")
    assert len(found) == 0, "marks inside a text must be escaped"
    return (found.text or "").strip()


def read_moodle_xml(text):
    quiz = ET.fromstring(text.encode())
    assert quiz.tag == "quiz"
    questions, category, ids = [], "", set()
    for node in quiz:
        assert node.tag == "question"
        if node.get("type") == "category":
            category = text_of(node, "category")
            continue
        assert node.get("type") == "multichoice"
        for field in ("questiontext", "generalfeedback", "answer", "answer/feedback"):
            assert {one.get("format") for one in node.findall(field)} == {"html"}
        single = {
            name: node.findtext(name) for name in ("single", "shuffleanswers", "answernumbering")
        }
        assert single == {"single": "true", "shuffleanswers": "false", "answernumbering": "abc"}
        number = node.findtext("idnumber")
        assert number not in ids, "Moodle wants each idnumber once"
        assert len(number) <= 100
        ids.add(number)
        answers = [
            (text_of(one), float(one.get("fraction")), text_of(one, "feedback"))
            for one in node.findall("answer")
        ]
        tags = tuple(text_of(tag) for tag in node.findall("tags/tag"))
        name, asked = text_of(node, "name"), text_of(node, "questiontext")
        questions.append(
            Read(category, name, asked, answers, text_of(node, "generalfeedback"), tags)
        )
    return questions
