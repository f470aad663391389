"""A reader of Moodle XML, by the rules of Moodle's importer and not by our writer.

What it returns is what a course gets: for each question a `Read`, its texts still HTML.
"""

from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree as ET


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
